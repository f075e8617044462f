import { place, readAddress } from './place.ts'
import type { SignInResponse } from './types.ts'
import { failureOf, isObject, readMember } from './wire.ts'
import type { WireAnswer } from './wire.ts'

/** What an answer to a sign-in or sign-out says. */
export interface Outcome extends SignInResponse {
  /** Where the server sends the page, failed or not; `undefined` when it said nothing that can be gone to. */
  readonly target: URL | undefined
}

const failed = (error: string, status: number): Outcome => ({
  error,
  code: undefined,
  status,
  ok: false,
  url: null,
  target: undefined,
})

/** What was tried too often can be tried again some time. */
const whenOf = ({ body }: WireAnswer): Pick<SignInResponse, 'retryAfter'> => {
  const seconds = isObject(body) ? body['retryAfter'] : undefined
  return typeof seconds === 'number' ? { retryAfter: seconds } : {}
}

/** Read an answer. A failure shows by its status, or by the mark that the server put on an address of its own. */
export const readOutcome = (answer: WireAnswer): Outcome => {
  const written = readMember(answer.body, 'url')
  const target = written === undefined ? undefined : readAddress(written)
  if (answer.status === 429) return { ...failed(failureOf(answer).type, 429), ...whenOf(answer), target }
  if (!answer.ok) return failed(failureOf(answer).type, answer.status)
  if (target === undefined) return failed('UnexpectedAnswer', answer.status)
  // A provider's address is the provider's business: only an address of this site can carry a mark of ours.
  const own = target.origin === (place()?.origin ?? target.origin)
  const error = own ? (target.searchParams.get('error') ?? undefined) : undefined
  const code = own ? (target.searchParams.get('code') ?? undefined) : undefined
  const ok = error === undefined
  return { error, code: ok ? undefined : code, status: answer.status, ok, url: ok ? target.href : null, target }
}
