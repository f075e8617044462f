import { addMissingCookies, type RequestContext } from '@authwright/core/framework'
import type { Context } from 'hono'

const toTextField = ([name, value]: readonly [string, unknown]): [string, string] => [name, String(value)]

/** The request. Its body, which a parser of the application may have read, is taken from the cache of Hono then. */
export const readableRequest = async ({ req }: Context): Promise<Request> => {
  const { raw } = req
  if (!raw.bodyUsed) return raw
  const isForm = req.bodyCache.formData !== undefined
  const body = isForm ? new URLSearchParams([...(await req.formData())].map(toTextField)) : await req.text()
  return new Request(raw.url, { method: raw.method, headers: raw.headers, body: body.toString() })
}

/** Adds the cookies of a request to the response that the application made. */
export const addCookies = async (c: Context, context: RequestContext): Promise<void> => {
  const cookies = await context.finish()
  if (cookies.length === 0) return
  const response = addMissingCookies(c.res, cookies)
  // Assigning would merge the headers of the two responses.
  c.res = undefined
  c.res = response
}
