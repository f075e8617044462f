import { DAY, MINUTE } from '../../base/time.ts'
import type { Site } from '../../config/site.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { Verification } from '../../errors/classes.ts'
import { findKnownBrowser } from '../../transactions/known-browser.ts'
import { listTransactions } from '../../transactions/store.ts'
import type { RequestInternal } from '../../web/request.ts'
import { tokenStore, UNGUESSABLE } from './token.ts'
import { checkLimits, count, uncount } from '../limit.ts'
import type { Limit } from '../limit.ts'

/** Tries that something short enough to be guessed may be given. */
const MOST_TRIES = 5

/** Seconds over which the mails to one address are counted. */
const WINDOW = 15 * MINUTE

const inSeconds = (site: Site, seconds: number): Date => new Date(site.runtime.now() + seconds * 1000)

type Budget = readonly [kind: string, whose: string]

/**
 * Whose budget something is counted against: that of a browser in which the address was proven, or the one that all others
 * share. So nothing that strangers do in somebody's name keeps the browsers out that this person uses.
 */
const budgetOf = async ({ cookies }: RequestInternal, site: Site, address: string): Promise<Budget> => {
  const known = await findKnownBrowser(site, cookies, address)
  return known === undefined ? ['', address] : ['known ', `${known} ${address}`]
}

/**
 * What limits a mail to an address. Whoever may ask for mails to somebody else's address without end can bury a mailbox, and try a
 * code for each. The same answer for every address: it says how often was asked, not whether anybody is known.
 */
export const mailLimits = async (
  request: RequestInternal,
  site: Site,
  { provider, maxMails, maxMailsPerDay }: ResolvedEmailProvider,
  address: string,
): Promise<readonly Limit[]> => {
  const [kind, whose] = await budgetOf(request, site, address)
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
const inAll = (site: Site, { maxTriesPerDayInAll: most }: ResolvedEmailProvider, [kind]: Budget): readonly Limit[] =>
  kind !== '' || most === undefined || tokenStore(site).releaseAttempt === undefined
    ? []
    : [{ what: 'try day in all', whose: 'everybody', most, window: DAY }]

const guessLimits = (site: Site, resolved: ResolvedEmailProvider, budget: Budget): readonly Limit[] => {
  const [kind, whose] = budget
  const own: Limit = { what: `${kind}try day`, whose, most: resolved.maxTriesPerDay, window: DAY }
  return [own, ...inAll(site, resolved, budget)]
}

/** Whether the answer tells if a token is right: by its use, or by the cookies of the browser that asked for the mail. */
const tellsRight = async ({ method, cookies }: RequestInternal, site: Site, email: string): Promise<boolean> => {
  if (method === 'POST') return true
  const open = await listTransactions(site, cookies)
  return open.some(({ transaction }) => transaction.kind === 'email' && transaction.identifier === email)
}

/** What all guessed together did not guess after all. */
const forgive = async (site: Site, resolved: ResolvedEmailProvider, budget: Budget, times: number): Promise<void> => {
  for (let i = 0; i < times; i += 1) for (const limit of inAll(site, resolved, budget)) await uncount(site, limit)
}

/**
 * A token that could be guessed is tried a few times an address only: counted before anything is looked at. Answers what gives the try
 * back, among those of all addresses, when the token was right: people who come in keep nobody else out.
 */
export const countLinkTry = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<() => Promise<void>> => {
  if (token.length >= UNGUESSABLE || !(await tellsRight(request, site, email))) return async () => undefined
  const budget = await budgetOf(request, site, email)
  const [kind, whose] = budget
  const { provider, maxAge } = resolved
  const tries = await count(site, `${kind}link try ${provider.id}`, whose, inSeconds(site, maxAge))
  if (tries === undefined || tries > MOST_TRIES)
    throw new Verification('The link was tried too often', { reason: 'tries' })
  await checkLimits(site, guessLimits(site, resolved, budget))
  return () => forgive(site, resolved, budget, 1)
}

/**
 * Count one try at the code of one mail, before it is looked at: of many at once no more than these are. How many are left
 * after it, or `undefined` when this one was too many. Throws `TooManyRequests` when codes of this address were tried too
 * often today, whatever mails they came in, or codes of all addresses together.
 */
export const countCodeTry = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  { state, address }: { readonly state: string; readonly address: string },
): Promise<number | undefined> => {
  const { provider, codeAge } = resolved
  const tries = await count(site, `code try ${provider.id}`, state, inSeconds(site, codeAge))
  if (tries === undefined || tries > MOST_TRIES) return undefined
  await checkLimits(site, guessLimits(site, resolved, await budgetOf(request, site, address)))
  return MOST_TRIES - tries
}

/**
 * A code that was right was no guess either. `times` is how many tries were counted at its address until it was found, itself included:
 * never more, or the guesses of others would be forgotten.
 */
export const uncountCodeTry = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  { address, times }: { readonly address: string; readonly times: number },
): Promise<void> => forgive(site, resolved, await budgetOf(request, site, address), times)
