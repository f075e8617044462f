import type { RequestInternal } from '../config/engine-types.ts'
import type { HandlerResponse } from '../web/handler-response.ts'

/** An address for the log: without its query, of which only the names are kept, because it may hold codes and tokens. */
const withoutValues = (address: string) => {
  const { origin, pathname, searchParams } = new URL(address)
  return { to: origin + pathname, parameters: [...searchParams.keys()] }
}

/** What a request is, by names alone. */
export const requestFacts = ({ method, url, origin, action, provider, fields, cookies }: RequestInternal) => ({
  method,
  address: url.origin + url.pathname,
  origin,
  route: action,
  provider: provider?.id,
  parameters: [...url.searchParams.keys()],
  fields: Object.keys(fields),
  browserSent: [...cookies.startingWith('').keys()],
})

/** What a response is, by names alone. The only value that is shown of a query is `error`, which is a public error type. */
export const responseFacts = ({ status = 200, redirect, page, cookies = [] }: HandlerResponse) => {
  const set = cookies.map(({ name, options: { maxAge, sameSite, secure, path, domain } }) => {
    const isDeleted = maxAge === 0
    return { name, ...(isDeleted ? { isDeleted } : { maxAge, sameSite, secure, path, domain }) }
  })
  const error = redirect === undefined ? null : new URL(redirect).searchParams.get('error')
  return {
    status,
    page: page?.page,
    ...(redirect !== undefined && withoutValues(redirect)),
    ...(error !== null && { error }),
    sets: set,
  }
}
