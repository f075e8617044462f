import type { HandlerResponse } from '../web/handler-response.ts'
import { json } from '../web/handler-response.ts'

/** A small clear answer to a request that no flow can make anything of. */
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
/** A browser that fetches ahead asks again when the person really comes. */
export const notAhead = (): HandlerResponse => refuse(503, 'This address cannot be fetched ahead.')
/** The headers of an answer without the answer. */
export const empty = (): HandlerResponse => ({ status: 200 })
/** What nobody thought of. */
export const broken = (): HandlerResponse => refuse(500, 'The request failed.')
