import { isObject } from '../../base/json.ts'
import { authError } from '../../errors/error-classes.ts'
import { findSecureUrl } from './secure-url.ts'

/** An endpoint, worked out: its address without the parameters, when the entry names one, and the parameters. */
export interface Endpoint {
  readonly url: URL | undefined
  readonly parameters: ReadonlyMap<string, string>
}

/** `claims` (OpenID Connect Core §5.5) and its like are JSON; a parameter that is not there is not sent. */
const readParameter = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const readAddress = (provider: string, name: string, written: unknown): URL | undefined => {
  if (written === undefined || written === null) return undefined
  const url = findSecureUrl(written instanceof URL ? written.href : written)
  if (url !== undefined) return url
  throw authError('InvalidEndpoints', `The ${name} endpoint of provider "${provider}" has to be an https address`, {
    provider,
    endpoint: name,
  })
}

/** Read an endpoint written as its address, or as an object with `url` and `params`. */
export const readEndpoint = (provider: string, name: string, written: unknown): Endpoint => {
  const handler = isObject(written) ? written : { url: written }
  const url = readAddress(provider, name, handler['url'])
  const parameters = new Map(url?.searchParams)
  const given = isObject(handler['params']) ? handler['params'] : {}
  for (const [key, value] of Object.entries(given)) {
    const text = readParameter(value)
    if (text !== undefined) parameters.set(key, text)
  }
  if (url !== undefined) url.search = ''
  return { url, parameters }
}

/** The endpoint with its parameters, at the address the server published when the entry names none. */
export const endpointUrl = (endpoint: Endpoint, published: URL | undefined): URL | undefined => {
  const base = endpoint.url ?? published
  if (base === undefined) return undefined
  const url = new URL(base)
  for (const [name, value] of endpoint.parameters) url.searchParams.set(name, value)
  return url
}
