import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { DAY, MINUTE } from '../../base/time.ts'
import { listAttempts } from '../../attempts/attempt.ts'
import { findRememberedDevice } from '../../attempts/remembered-device.ts'
import { Verification } from '../../errors/error-classes.ts'
import { count, spend } from '../../limits/limits.ts'
import type { Limit } from '../../limits/limits.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { UNGUESSABLE } from './mail-token.ts'

/** Attempts at one code, or at the short tokens of one address while a link works. */
const MAX_ATTEMPTS = 5

/** Seconds over which the mails to one address are counted. */
const SEND_WINDOW = 15 * MINUTE

/** Mails within a day, as a multiple of those within one `SEND_WINDOW`. */
const SENDS_PER_DAY = 6

const inSeconds = (context: AuthContext, seconds: number): Date => new Date(context.runtime.now() + seconds * 1000)

/** A prefix for the names of limits, and the key that they count for. */
interface Subject {
  readonly prefix: string
  readonly key: string
}

/**
 * A device in which the address was verified before has counters of its own. All other browsers share the counters of the
 * address, so an attacker who uses these up does not lock out the devices of the user.
 */
const subjectOf = async ({ cookies }: RequestInternal, context: AuthContext, address: string): Promise<Subject> => {
  const device = await findRememberedDevice(context, cookies, address)
  return device === undefined ? { prefix: '', key: address } : { prefix: 'device ', key: `${device} ${address}` }
}

/**
 * The limits of a mail to an address. Without them an attacker could flood a mailbox and guess a code of each mail. They are
 * the same for every address, so a refusal does not tell whether a user has it.
 */
export const sendLimits = async (
  request: RequestInternal,
  context: AuthContext,
  { provider, limits }: ResolvedEmailProvider,
  address: string,
): Promise<readonly Limit[]> => {
  const { prefix, key } = await subjectOf(request, context, address)
  return [
    { name: `${prefix}mail ${provider.id}`, key, max: limits.sends, window: SEND_WINDOW },
    // Several providers may write to the same mailbox.
    { name: `${prefix}mail day`, key, max: SENDS_PER_DAY * limits.sends, window: DAY },
  ]
}

const spendAttempt = (context: AuthContext, { limits }: ResolvedEmailProvider, { prefix, key }: Subject) =>
  spend(context, [{ name: `${prefix}attempt day`, key, max: limits.attempts, window: DAY }])

/** Whether the response shows if a token is right: it is consumed, or this browser requested a mail to the address. */
const showsResult = async (
  { method, cookies }: RequestInternal,
  context: AuthContext,
  email: string,
): Promise<boolean> => {
  if (method === 'POST') return true
  const open = await listAttempts(context, cookies)
  return open.some(({ attempt }) => attempt.kind === 'email' && attempt.identifier === email)
}

/** Count an attempt at a link whose token is short enough to be guessed, before the token is compared. */
export const spendLinkAttempt = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<void> => {
  if (token.length >= UNGUESSABLE || !(await showsResult(request, context, email))) return
  const subject = await subjectOf(request, context, email)
  const { provider, maxAge } = resolved
  const name = `${subject.prefix}link attempt ${provider.id}`
  const attempts = await count(context, name, subject.key, inSeconds(context, maxAge))
  if (attempts === undefined || attempts > MAX_ATTEMPTS)
    throw new Verification('The link was tried too often', { reason: 'attempts' })
  await spendAttempt(context, resolved, subject)
}

/**
 * Count an attempt at the code of one mail, before the code is compared. Returns how many attempts are left after this one,
 * or `undefined` when this one was too many. Throws `TooManyRequests` when the codes of all mails to the address were tried
 * too often today.
 */
export const spendCodeAttempt = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { state, address }: { readonly state: string; readonly address: string },
): Promise<number | undefined> => {
  const { provider, codeAge } = resolved
  const attempts = await count(context, `code attempt ${provider.id}`, state, inSeconds(context, codeAge))
  if (attempts === undefined || attempts > MAX_ATTEMPTS) return undefined
  await spendAttempt(context, resolved, await subjectOf(request, context, address))
  return MAX_ATTEMPTS - attempts
}
