import { DAY, MINUTE } from '../../base/time.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { Verification } from '../../errors/error-classes.ts'
import { findRememberedDevice } from '../../attempts/remembered-device.ts'
import { listAttempts } from '../../attempts/attempt-cookie.ts'
import type { RequestInternal } from '../../config/handler.ts'
import { tokenStore, UNGUESSABLE } from './mail-token.ts'
import { checkLimits, count, uncount } from '../../limits/limits.ts'
import type { Limit } from '../../limits/limits.ts'

/** Tries that something short enough to be guessed may be given. */
const MOST_TRIES = 5

/** Seconds over which the mails to one address are counted. */
const WINDOW = 15 * MINUTE

const inSeconds = (context: AuthContext, seconds: number): Date => new Date(context.runtime.now() + seconds * 1000)

type Budget = readonly [kind: string, whose: string]

/**
 * Whose budget something is counted against: that of a browser in which the address was proven, or the one that all others
 * share. So nothing that strangers do in somebody's name keeps the browsers out that this person uses.
 */
const budgetOf = async ({ cookies }: RequestInternal, context: AuthContext, address: string): Promise<Budget> => {
  const known = await findRememberedDevice(context, cookies, address)
  return known === undefined ? ['', address] : ['known ', `${known} ${address}`]
}

/**
 * What limits a mail to an address. Whoever may ask for mails to somebody else's address without end can bury a mailbox, and try a
 * code for each. The same answer for every address: it says how often was asked, not whether anybody is known.
 */
export const mailLimits = async (
  request: RequestInternal,
  context: AuthContext,
  { provider, maxMails, maxMailsPerDay }: ResolvedEmailProvider,
  address: string,
): Promise<readonly Limit[]> => {
  const [kind, whose] = await budgetOf(request, context, address)
  return [
    { what: `${kind}mail ${provider.id}`, whose, most: maxMails, window: WINDOW },
    // A mailbox is one, however many providers write to it.
    { what: `${kind}mail day`, whose, most: maxMailsPerDay, window: DAY },
  ]
}

/**
 * Guesses at whatever address, by browsers that are known to none of them. Where what was right cannot be given back there is no such
 * limit: the people who come in would reach it, and keep everybody else out.
 */
const inAll = (
  context: AuthContext,
  { maxTriesPerDayInAll: most }: ResolvedEmailProvider,
  [kind]: Budget,
): readonly Limit[] =>
  kind !== '' || most === undefined || tokenStore(context).decrementCounter === undefined
    ? []
    : [{ what: 'try day in all', whose: 'everybody', most, window: DAY }]

const guessLimits = (context: AuthContext, resolved: ResolvedEmailProvider, budget: Budget): readonly Limit[] => {
  const [kind, whose] = budget
  const own: Limit = { what: `${kind}try day`, whose, most: resolved.maxTriesPerDay, window: DAY }
  return [own, ...inAll(context, resolved, budget)]
}

/** Whether the answer tells if a token is right: by its use, or by the cookies of the browser that asked for the mail. */
const tellsRight = async (
  { method, cookies }: RequestInternal,
  context: AuthContext,
  email: string,
): Promise<boolean> => {
  if (method === 'POST') return true
  const open = await listAttempts(context, cookies)
  return open.some(({ attempt }) => attempt.kind === 'email' && attempt.identifier === email)
}

/** What all guessed together did not guess after all. */
const forgive = async (
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  budget: Budget,
  times: number,
): Promise<void> => {
  for (let i = 0; i < times; i += 1) for (const limit of inAll(context, resolved, budget)) await uncount(context, limit)
}

/**
 * A token that could be guessed is tried a few times an address only: counted before anything is looked at. Answers what gives the try
 * back, among those of all addresses, when the token was right: people who come in keep nobody else out.
 */
export const countLinkTry = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<() => Promise<void>> => {
  if (token.length >= UNGUESSABLE || !(await tellsRight(request, context, email))) return async () => undefined
  const budget = await budgetOf(request, context, email)
  const [kind, whose] = budget
  const { provider, maxAge } = resolved
  const tries = await count(context, `${kind}link try ${provider.id}`, whose, inSeconds(context, maxAge))
  if (tries === undefined || tries > MOST_TRIES)
    throw new Verification('The link was tried too often', { reason: 'tries' })
  await checkLimits(context, guessLimits(context, resolved, budget))
  return () => forgive(context, resolved, budget, 1)
}

/**
 * Count one try at the code of one mail, before it is looked at: of many at once no more than these are. How many are left
 * after it, or `undefined` when this one was too many. Throws `TooManyRequests` when codes of this address were tried too
 * often today, whatever mails they came in, or codes of all addresses together.
 */
export const countCodeTry = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { state, address }: { readonly state: string; readonly address: string },
): Promise<number | undefined> => {
  const { provider, codeAge } = resolved
  const tries = await count(context, `code try ${provider.id}`, state, inSeconds(context, codeAge))
  if (tries === undefined || tries > MOST_TRIES) return undefined
  await checkLimits(context, guessLimits(context, resolved, await budgetOf(request, context, address)))
  return MOST_TRIES - tries
}

/**
 * A code that was right was no guess either. `times` is how many tries were counted at its address until it was found, itself included:
 * never more, or the guesses of others would be forgotten.
 */
export const uncountCodeTry = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { address, times }: { readonly address: string; readonly times: number },
): Promise<void> => forgive(context, resolved, await budgetOf(request, context, address), times)
