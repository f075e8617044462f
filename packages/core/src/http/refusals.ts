import type { Answer } from '../web/answer.ts'
import { json } from '../web/answer.ts'

/** A small clear answer to a request that no flow can make anything of. */
export const refuse = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer => {
  const answer = json({ error: 'BadRequest', message }, [], status)
  for (const [name, value] of Object.entries(headers)) answer.headers?.set(name, value)
  return answer
}

export const notFound = (): Answer => refuse(404, 'There is nothing here.')
export const malformed = (): Answer => refuse(400, 'The request could not be read.')
export const tooLarge = (): Answer => refuse(413, 'The request is too large.')
export const wrongMethod = (allowed: readonly string[]): Answer =>
  refuse(405, 'This method is not allowed here.', { allow: allowed.join(', ') })
/** A browser that fetches ahead asks again when the person really comes. */
export const notAhead = (): Answer => refuse(503, 'This address cannot be fetched ahead.')
/** The headers of an answer without the answer. */
export const empty = (): Answer => ({ status: 200 })
/** What nobody thought of. */
export const broken = (): Answer => refuse(500, 'The request failed.')
