import type { AuthContext, ConfiguredProvider, RequestInternal, MethodFacts } from '../../config/engine-types.ts'
import { resolveEmailProvider, type ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import type { Identity } from '../../accounts/decide-account.ts'
import { toUuid } from '../../base/bytes.ts'
import { listAttempts } from '../../attempts/attempt.ts'
import { findRememberedDevice } from '../../attempts/remembered-device.ts'
import { DAY, MINUTE } from '../../base/time.ts'
import { Verification } from '../../errors/error-classes.ts'
import { count, spend, type Limit } from '../../attempts/limits.ts'
import { UNGUESSABLE } from './mail-token.ts'

/** A request that concerns one e-mail provider. */
export interface EmailRequest {
  readonly request: RequestInternal
  readonly context: AuthContext
  readonly resolved: ResolvedEmailProvider
}

export const emailRequestFor = (
  request: RequestInternal,
  context: AuthContext,
  { options }: ConfiguredProvider,
): EmailRequest => ({ request, context, resolved: resolveEmailProvider(options) })

/** The facts of sign-in by e-mail. */
export const emailFacts: MethodFacts = {
  hasStoredUsers: true,
  hasAccounts: false,
  verifiesEmail: 'itself',
  canResumeSignUp: false,
  hasPasskeys: false,
  leavesSite: false,
  notLinkedError: 'OAuthAccountNotLinked',
}

/** The identity of an e-mail address. If the database has a user with the address, its id replaces the random one. */
export const emailIdentity = ({ context: { runtime }, resolved }: EmailRequest, email: string): Identity => {
  const user = { id: toUuid(runtime.random(16), 4), email, emailVerified: null }
  const account = { provider: resolved.provider.id, type: 'email' as const, providerAccountId: email, userId: user.id }
  return { facts: emailFacts, user, account }
}

/** Attempts at one code, or at the short tokens of one address while a link works. */
const MAX_ATTEMPTS = 5

/** Seconds over which the mails to one address are counted. */
const SEND_WINDOW = 15 * MINUTE

/** Mails within a day, as a multiple of those within one `SEND_WINDOW`. */
const SENDS_PER_DAY = 6

const inSeconds = ({ runtime }: AuthContext, seconds: number): Date => new Date(runtime.now() + seconds * 1000)

/** A prefix for the names of limits, and the key that they count for. */
interface Subject {
  readonly prefix: string
  readonly key: string
}

/**
 * A device in which the address was verified before has counters of its own. All other browsers share the counters of
 * the address, so an attacker who uses these up does not lock out the devices of the user.
 */
const findSubject = async ({ request, context }: EmailRequest, address: string): Promise<Subject> => {
  const device = await findRememberedDevice(context, request.cookies, address)
  return device === undefined ? { prefix: '', key: address } : { prefix: 'device ', key: `${device} ${address}` }
}

/**
 * The limits of a mail to an address. Without them an attacker could flood a mailbox and guess a code of each mail.
 * They are the same for every address, so a refusal does not tell whether a user has it.
 */
export const sendLimits = async (emailRequest: EmailRequest, address: string): Promise<readonly Limit[]> => {
  const { provider, limits } = emailRequest.resolved
  const { prefix, key } = await findSubject(emailRequest, address)
  return [
    { name: `${prefix}mail ${provider.id}`, key, max: limits.sends, window: SEND_WINDOW },
    // Several providers may send to the same mailbox.
    { name: `${prefix}mail day`, key, max: SENDS_PER_DAY * limits.sends, window: DAY },
  ]
}

const spendAttempt = ({ context, resolved: { limits } }: EmailRequest, { prefix, key }: Subject): Promise<void> =>
  spend(context, [{ name: `${prefix}attempt day`, key, max: limits.attempts, window: DAY }])

/** Whether the response shows if a token is right: a `POST` does, and a `GET` in a browser that requested a mail. */
const showsResult = async ({ request, context }: EmailRequest, email: string): Promise<boolean> => {
  if (request.method === 'POST') return true
  const mails = await listAttempts(context, request.cookies, 'email')
  return mails.some(({ attempt }) => attempt.identifier === email)
}

/** Count an attempt at a link whose token is short enough to be guessed, before the token is compared. */
export const spendLinkAttempt = async (
  emailRequest: EmailRequest,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<void> => {
  if (token.length >= UNGUESSABLE || !(await showsResult(emailRequest, email))) return
  const { context, resolved } = emailRequest
  const subject = await findSubject(emailRequest, email)
  const name = `${subject.prefix}link attempt ${resolved.provider.id}`
  const attempts = await count(context, name, subject.key, inSeconds(context, resolved.maxAge))
  if (attempts === undefined || attempts > MAX_ATTEMPTS)
    throw new Verification('The link was tried too often', { reason: 'attempts' })
  await spendAttempt(emailRequest, subject)
}

/**
 * Count an attempt at the code of one mail, before the code is compared. Returns how many attempts are left after
 * this one, or `undefined` when this one was too many. Throws `TooManyRequests` when the codes of all mails to the
 * address were tried too often today.
 */
export const spendCodeAttempt = async (
  emailRequest: EmailRequest,
  state: string,
  address: string,
): Promise<number | undefined> => {
  const { context, resolved } = emailRequest
  const name = `code attempt ${resolved.provider.id}`
  const attempts = await count(context, name, state, inSeconds(context, resolved.codeAge))
  if (attempts === undefined || attempts > MAX_ATTEMPTS) return undefined
  await spendAttempt(emailRequest, await findSubject(emailRequest, address))
  return MAX_ATTEMPTS - attempts
}
