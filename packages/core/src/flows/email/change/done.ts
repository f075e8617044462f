import type { Site } from '../../../config/site.ts'
import { AdapterError } from '../../../errors/classes.ts'
import { sessionsOf } from '../../../sessions/strategy.ts'
import type { Holder } from '../../../sessions/types.ts'
import type { Change } from '../../../transactions/change.ts'
import { rememberBrowser } from '../../../transactions/known-browser.ts'
import { listTransactions } from '../../../transactions/store.ts'
import type { Cookie } from '../../../types/http.ts'
import { redirectTo, show } from '../../../web/answer.ts'
import type { Answer } from '../../../web/answer.ts'
import type { RequestInternal } from '../../../web/request.ts'
import { homeTarget, ownerPage } from '../../../web/return-target.ts'
import { applyChange } from './apply.ts'
import type { Applied } from './apply.ts'
import type { Mailer } from './mailer.ts'
import { endChanges } from './token.ts'
import { tell } from '../../tell.ts'

/** The wishes of this user that this browser knows of: all of them are over. */
const forgetWishes = async (
  { cookies }: RequestInternal,
  site: Site,
  { userId }: Change,
): Promise<readonly Cookie[]> => {
  const open = await listTransactions(site, cookies)
  return open.flatMap(({ transaction, forget }) =>
    transaction.kind === 'change' && transaction.userId === userId ? [forget] : [],
  )
}

/** What this browser gets when the person is signed in in it: a session that says the new address, and being known to it. */
const ownCookies = async (request: RequestInternal, site: Site, { to }: Change): Promise<readonly Cookie[]> => {
  const data = { user: { email: to } }
  const { cookies } = await sessionsOf(site).read(site, request.cookies, { data, claims: { email: to }, isProof: true })
  return [...cookies, await rememberBrowser(site, request.cookies, to)]
}

const tellOf = async (request: RequestInternal, site: Site, { user, before }: Applied): Promise<void> => {
  if (before === undefined) return
  await tell(request, site, [{ name: 'updateUser', user }], { user: before, change: { kind: 'emailChanged' } })
}

/** The address is changed, so what does not end now is only told. */
const endOthers = async (site: Site, { store }: Mailer, change: Change, { before }: Applied): Promise<void> => {
  try {
    if (before !== undefined) await endChanges(store, change)
  } catch (error) {
    site.config.logger.error(error instanceof Error ? error : new AdapterError('The other wishes were not removed'))
  }
}

/** Give the user the address, tell everybody concerned, and show that it is done. */
export const finishChange = async (
  request: RequestInternal,
  site: Site,
  mailer: Mailer,
  change: Change,
  holder: Holder | null,
): Promise<Answer> => {
  const applied = await applyChange(site, mailer, change)
  // At once, because each of them may have to wait for a database that has fallen silent.
  await Promise.all([endOthers(site, mailer, change, applied), tellOf(request, site, applied)])
  const forgotten = await forgetWishes(request, site, change)
  const page = `${request.base}/account`
  if (holder?.userId === change.userId) {
    const own = applied.before === undefined ? [] : await ownCookies(request, site, change)
    return redirectTo(ownerPage(page, request.origin, { done: 'email-changed' }), [...forgotten, ...own])
  }
  const host = new URL(request.origin).host
  const props = { host, email: change.to, isDone: true, home: homeTarget(request.origin) } as const
  return show({ page: 'change-email', props }, forgotten)
}
