import type { HandlerResponse } from '../web/handler-response.ts'
import { json } from '../web/handler-response.ts'

// The responses to requests that no handler processes.

const refuse = (status: number, message: string): HandlerResponse => json({ error: 'BadRequest', message }, [], status)

export const notFound = (): HandlerResponse => refuse(404, 'There is nothing here.')
export const malformed = (): HandlerResponse => refuse(400, 'The request could not be read.')
export const tooLarge = (): HandlerResponse => refuse(413, 'The request is too large.')
export const wrongMethod = (allowed: readonly string[]): HandlerResponse => {
  const response = refuse(405, 'This method is not allowed here.')
  response.headers?.set('allow', allowed.join(', '))
  return response
}
/** The browser requests the URL again when the user opens it. */
export const prefetchRefused = (): HandlerResponse => refuse(503, 'This address cannot be fetched ahead.')
export const internalError = (): HandlerResponse => refuse(500, 'The request failed.')
