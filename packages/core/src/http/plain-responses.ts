import type { HandlerResponse } from '../web/handler-response.ts'
import { json } from '../web/handler-response.ts'

/** A short response to a request that no handler can process. */
export const refuse = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HandlerResponse => {
  const response = json({ error: 'BadRequest', message }, [], status)
  for (const [name, value] of Object.entries(headers)) response.headers?.set(name, value)
  return response
}

export const notFound = (): HandlerResponse => refuse(404, 'There is nothing here.')
export const malformed = (): HandlerResponse => refuse(400, 'The request could not be read.')
export const tooLarge = (): HandlerResponse => refuse(413, 'The request is too large.')
export const wrongMethod = (allowed: readonly string[]): HandlerResponse =>
  refuse(405, 'This method is not allowed here.', { allow: allowed.join(', ') })
/** The browser requests the URL again when the user really opens it. */
export const prefetchRefused = (): HandlerResponse => refuse(503, 'This address cannot be fetched ahead.')
export const headersOnly = (): HandlerResponse => ({ status: 200 })
/** For errors that no other code handles. */
export const internalError = (): HandlerResponse => refuse(500, 'The request failed.')
