import { MINUTE } from '../base/time.ts'
import type { Site } from '../config/site.ts'
import type { ResolvedEmailProvider } from '../email/provider.ts'
import { TooManyRequests, Verification } from '../errors/classes.ts'
import { listTransactions } from '../transactions/store.ts'
import type { RequestInternal } from '../web/request.ts'
import { tokenStore, UNGUESSABLE } from './email-token.ts'

/** Tries that something short enough to be guessed may be given. */
const MOST_TRIES = 5

/** Seconds over which the mails to one address are counted. */
const WINDOW = 15 * MINUTE

/** How often it happened within the time, now included; `undefined` where the adapter cannot count. All servers count together. */
const count = async (site: Site, what: string, whose: string, seconds: number): Promise<number | undefined> => {
  const key = await site.keyring.mac(what, whose)
  return tokenStore(site).countAttempt?.(`${what} ${key}`, new Date(site.runtime.now() + seconds * 1000))
}

/**
 * Whoever may ask for mails to somebody else's address without end can bury a mailbox, and try a code for each. The same
 * answer for every address: it says how often was asked, not whether anybody is known.
 */
export const countMail = async (site: Site, resolved: ResolvedEmailProvider, identifier: string): Promise<void> => {
  const { provider, maxMails } = resolved
  const mails = await count(site, `mail ${provider.id}`, identifier, WINDOW)
  if (mails !== undefined && mails > maxMails) {
    throw new TooManyRequests('Too many mails were asked for', { provider: provider.id })
  }
}

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
  { provider, maxAge }: ResolvedEmailProvider,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<void> => {
  if (token.length >= UNGUESSABLE || !(await tellsRight(request, site, email))) return
  const tries = await count(site, `link try ${provider.id}`, email, maxAge)
  if (tries === undefined || tries > MOST_TRIES)
    throw new Verification('The link was tried too often', { reason: 'tries' })
}

/**
 * Count one try at the code of one mail, before it is looked at: of many at once no more than these are. How many are left
 * after it, or `undefined` when this one was too many.
 */
export const countCodeTry = async (
  site: Site,
  { provider, codeAge }: ResolvedEmailProvider,
  state: string,
): Promise<number | undefined> => {
  const tries = await count(site, `code try ${provider.id}`, state, codeAge)
  return tries === undefined || tries > MOST_TRIES ? undefined : MOST_TRIES - tries
}
