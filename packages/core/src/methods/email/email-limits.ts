import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { resolveEmailProvider } from '../../protocols/email/email-provider.ts'
import type { Identity } from '../../accounts/decide-account.ts'
import { toUuid } from '../../base/bytes.ts'
import { listAttempts, type EmailAttempt } from '../../attempts/attempt.ts'
import { findRememberedDevice } from '../../attempts/remembered-device.ts'
import { DAY, MINUTE } from '../../base/time.ts'
import { Verification } from '../../errors/error-classes.ts'
import { count, spend, type Limit } from '../../limits/limits.ts'
import { emailFacts } from './email-facts.ts'
import { UNGUESSABLE } from './mail-token.ts'

/** What a link carries: its token and the address, as the attempt of the browser that requested it names them. */
export type Link = Pick<EmailAttempt, 'state' | 'identifier'>

export const emailRequestFor = (request: RequestInternal, context: AuthContext, { options }: ConfiguredProvider) => ({
  request,
  context,
  resolved: resolveEmailProvider(options),
})

export type EmailRequest = Readonly<ReturnType<typeof emailRequestFor>>

/** The identity of an e-mail address. If the database has a user with the address, its id replaces the random one. */
export const emailIdentity = ({ context: { runtime }, resolved }: EmailRequest, email: string): Identity => {
  const user = { id: toUuid(runtime.random(16), 4), email, emailVerified: null }
  const account = { provider: resolved.provider.id, type: 'email' as const, providerAccountId: email, userId: user.id }
  return { facts: emailFacts, user, account }
}

/** Attempts at one code, or at the short tokens of one address while a link works. */
const MAX_ATTEMPTS = 5

const SEND_WINDOW = 15 * MINUTE

const SENDS_PER_DAY = 6

/** The counters of an address. A remembered device has its own, so exhausting the others does not lock it out. */
const findCounters = async ({ request, context }: EmailRequest, address: string) => {
  const device = await findRememberedDevice(context, request.cookies, address)
  return device === undefined ? { prefix: '', key: address } : { prefix: 'device ', key: `${device} ${address}` }
}

type Counters = Awaited<ReturnType<typeof findCounters>>

/** Against flooding a mailbox. The same for every address, so a refusal does not tell whether a user has it. */
export const sendLimits = async (emailRequest: EmailRequest, address: string): Promise<readonly Limit[]> => {
  const { provider, limits } = emailRequest.resolved
  const { prefix, key } = await findCounters(emailRequest, address)
  return [
    { name: `${prefix}mail ${provider.id}`, key, max: limits.sends, window: SEND_WINDOW },
    // Several providers may send to the same mailbox.
    { name: `${prefix}mail day`, key, max: SENDS_PER_DAY * limits.sends, window: DAY },
  ]
}

/** Count an attempt, also for the address within a day. How many are left: negative if this one was too many. */
const spendAttempt = async (
  { context, resolved: { provider, limits } }: EmailRequest,
  ofAddress: Counters,
  counter: { readonly name: string; readonly key: string; readonly seconds: number },
): Promise<number> => {
  const { name, key, seconds } = counter
  const until = new Date(context.runtime.now() + seconds * 1000)
  const left = MAX_ATTEMPTS - ((await count(context, `${name} ${provider.id}`, key, until)) ?? Infinity)
  const day = { name: `${ofAddress.prefix}attempt day`, key: ofAddress.key, max: limits.attempts, window: DAY }
  if (left >= 0) await spend(context, [day])
  return left
}

/** Whether the response shows if a token is right: a `POST` does, and a `GET` in a browser that requested a mail. */
const showsResult = async ({ request, context }: EmailRequest, email: string): Promise<boolean> =>
  request.method === 'POST' ||
  (await listAttempts(context, request.cookies, { kind: 'email', identifier: email })).length > 0

/** Count an attempt at a link whose token is short enough to be guessed, before the token is compared. */
export const spendLinkAttempt = async (emailRequest: EmailRequest, { state, identifier }: Link): Promise<void> => {
  if (state.length >= UNGUESSABLE || !(await showsResult(emailRequest, identifier))) return
  const counters = await findCounters(emailRequest, identifier)
  const counter = { name: `${counters.prefix}link attempt`, key: counters.key, seconds: emailRequest.resolved.maxAge }
  if ((await spendAttempt(emailRequest, counters, counter)) < 0)
    throw new Verification('The link was tried too often', { reason: 'attempts' })
}

export const spendCodeAttempt = async (emailRequest: EmailRequest, state: string, address: string): Promise<number> => {
  const counter = { name: 'code attempt', key: state, seconds: emailRequest.resolved.codeAge }
  return spendAttempt(emailRequest, await findCounters(emailRequest, address), counter)
}
