import { DAY, MINUTE } from '../base/time.ts'
import type { Site } from '../config/site.ts'
import type { ResolvedEmailProvider } from '../email/provider.ts'
import { Verification } from '../errors/classes.ts'
import { findKnownBrowser } from '../transactions/known-browser.ts'
import { listTransactions } from '../transactions/store.ts'
import type { RequestInternal } from '../web/request.ts'
import { UNGUESSABLE } from './email-token.ts'
import { checkLimit, count } from './limit.ts'
import type { Limit } from './limit.ts'

/** Tries that something short enough to be guessed may be given. */
const MOST_TRIES = 5

/** Seconds over which the mails to one address are counted. */
const WINDOW = 15 * MINUTE

const inSeconds = (site: Site, seconds: number): Date => new Date(site.runtime.now() + seconds * 1000)

/**
 * Whose budget something is counted against: that of a browser in which the address was proven, or the one that all others
 * share. So nothing that strangers do in somebody's name keeps the browsers out that this person uses.
 */
const budgetOf = async ({ cookies }: RequestInternal, site: Site, address: string): Promise<[string, string]> => {
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

const countGuess = (site: Site, most: number, [kind, whose]: [string, string]): Promise<void> =>
  checkLimit(site, { what: `${kind}try day`, whose, most, window: DAY })

/** Whether the answer tells if a token is right: by its use, or by the cookies of the browser that asked for the mail. */
const tellsRight = async ({ method, cookies }: RequestInternal, site: Site, email: string): Promise<boolean> => {
  if (method === 'POST') return true
  const open = await listTransactions(site, cookies)
  return open.some(({ transaction }) => transaction.kind === 'email' && transaction.identifier === email)
}

/** A token that could be guessed is tried a few times an address only: counted before anything is looked at. */
export const countLinkTry = async (
  request: RequestInternal,
  site: Site,
  { provider, maxAge, maxTriesPerDay }: ResolvedEmailProvider,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<void> => {
  if (token.length >= UNGUESSABLE || !(await tellsRight(request, site, email))) return
  const budget = await budgetOf(request, site, email)
  const [kind, whose] = budget
  const tries = await count(site, `${kind}link try ${provider.id}`, whose, inSeconds(site, maxAge))
  if (tries === undefined || tries > MOST_TRIES)
    throw new Verification('The link was tried too often', { reason: 'tries' })
  await countGuess(site, maxTriesPerDay, budget)
}

/**
 * Count one try at the code of one mail, before it is looked at: of many at once no more than these are. How many are left
 * after it, or `undefined` when this one was too many. Throws `TooManyRequests` when codes of this address were tried too
 * often today, whatever mails they came in.
 */
export const countCodeTry = async (
  request: RequestInternal,
  site: Site,
  { provider, codeAge, maxTriesPerDay }: ResolvedEmailProvider,
  { state, address }: { readonly state: string; readonly address: string },
): Promise<number | undefined> => {
  const tries = await count(site, `code try ${provider.id}`, state, inSeconds(site, codeAge))
  if (tries === undefined || tries > MOST_TRIES) return undefined
  await countGuess(site, maxTriesPerDay, await budgetOf(request, site, address))
  return MOST_TRIES - tries
}
