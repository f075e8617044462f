import { announce } from '../channel.ts'
import { withQuery } from '../connection.ts'
import type { Connection } from '../connection.ts'
import { leave } from '../leave.ts'
import { readOutcome } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import { currentPage } from '../place.ts'
import type { PasskeyOptions, SignInResponse } from '../types.ts'
import { buildForm, failureOf } from '../wire.ts'
import { readOffer, runCeremony, takeTurn } from './ceremony.ts'
import type { CeremonyManner, CeremonyOffer } from './ceremony.ts'
import { whileMaking } from './making.ts'

const ID = 'passkey'

const failed = (error: string, status = 0): SignInResponse => ({ error, code: undefined, status, ok: false, url: null })

const publicPart = ({ target: _target, ...response }: Outcome): SignInResponse => response

/** Which ceremony is wanted; left out where the server decides. */
export type Purpose = CeremonyOffer['action'] | undefined

const askOffer = async (
  connection: Connection,
  purpose: Purpose,
  { provider = ID, email }: PasskeyOptions,
): Promise<CeremonyOffer | SignInResponse> => {
  const query = new URLSearchParams()
  if (purpose !== undefined) query.set('action', purpose)
  if (email !== undefined) query.set('email', email)
  const answer = await connection.ask(withQuery(`webauthn-options/${encodeURIComponent(provider)}`, query))
  if (!answer.ok) return failed(failureOf(answer).type, answer.status)
  return readOffer(answer.body) ?? failed('UnexpectedAnswer', answer.status)
}

const isOffer = (asked: CeremonyOffer | SignInResponse): asked is CeremonyOffer => 'action' in asked

const perform = async (
  connection: Connection,
  offer: CeremonyOffer,
  options: PasskeyOptions,
  manner: CeremonyManner,
): Promise<SignInResponse | undefined> => {
  const result = await runCeremony(offer, manner)
  if ('failure' in result) return failed(result.failure)
  const { provider = ID, redirectTo = currentPage(), name } = options
  const form = buildForm({ ...result.fields, name, callbackUrl: redirectTo })
  const outcome = readOutcome(await connection.ask(`callback/${encodeURIComponent(provider)}`, form))
  if (outcome.ok) announce({ trigger: 'signin' })
  if (options.redirect === false) return publicPart(outcome)
  leave(connection, outcome)
  return undefined
}

/**
 * Run a whole ceremony: ask for the options, let the person use a passkey, send the answer. Leaves the page unless told not to,
 * or unless there was nothing to send.
 */
export const enter = async (
  connection: Connection,
  purpose: Purpose,
  options: PasskeyOptions,
  manner: CeremonyManner = {},
): Promise<SignInResponse | undefined> => {
  const isTurn = takeTurn()
  const offer = await askOffer(connection, purpose, options)
  if (!isOffer(offer)) return offer
  if (!isTurn()) return failed('PasskeyCancelled')
  const work = () => perform(connection, offer, options, manner)
  return offer.action === 'register' ? whileMaking(work) : work()
}
