import { nonEmpty } from '../../../base/json.ts'
import { defined } from '../../../base/record.ts'
import { findUser, isProven } from '../../../config/rows.ts'
import type { Site } from '../../../config/site.ts'
import { InvalidProvider, Verification } from '../../../errors/classes.ts'
import { isLive, openChange } from '../../../transactions/change.ts'
import type { Change } from '../../../transactions/change.ts'
import { findTransaction } from '../../../transactions/store.ts'
import { show } from '../../../web/answer.ts'
import type { Answer } from '../../../web/answer.ts'
import type { RequestInternal } from '../../../web/request.ts'
import { homeTarget } from '../../../web/return-target.ts'
import { askToSignIn } from '../../ask-to-sign-in.ts'
import { formToken } from '../../csrf.ts'
import { isApplied } from './apply.ts'
import { finishChange } from './done.ts'
import { findMailer } from './mailer.ts'
import type { Flow } from '../../flow.ts'
import { findSignedIn } from '../../holder.ts'

const readToken = ({ method, fields, query }: RequestInternal): string | undefined =>
  method === 'POST' ? nonEmpty(fields['token']) : nonEmpty(query.get('token') ?? undefined)

const readChange = async (site: Site, token: string | undefined): Promise<Change> => {
  const change = token === undefined ? undefined : await openChange(site, token)
  if (change === undefined) throw new Verification('The link is none of ours', { reason: 'unreadable' })
  return change
}

/** Whether this very browser asked for it. */
const isOwn = async (
  { cookies }: RequestInternal,
  site: Site,
  { provider, state, userId }: Change,
): Promise<boolean> => {
  const reading = await findTransaction(site, cookies, { provider, state, kind: 'change' })
  return reading.found && reading.transaction.kind === 'change' && reading.transaction.userId === userId
}

/** A page with one button, which says whose address becomes which: whoever opened the link has done nothing yet. */
const confirm = async (request: RequestInternal, site: Site, token: string, change: Change): Promise<Answer> => {
  if (!isLive(site, change)) throw new Verification('The link is too old', { reason: 'expired' })
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const props = {
    action: `${request.base}/change-email`,
    host: new URL(request.origin).host,
    email: change.to,
    fields: [['token', token]] as const,
    home: homeTarget(request.origin),
    ...defined({ csrfToken, replaces: change.from ?? undefined, askedFrom: change.askedFrom }),
    askedAt: change.created * 1000,
  }
  return show({ page: 'change-email', props }, cookies)
}

/**
 * `/change-email`: the link of a mail to a new address. `GET` in the browser that asked, where the same person is still signed
 * in, changes it; anywhere else it shows a page, and only the `POST` of that page does. That page names the address that is
 * replaced, so that nobody gives theirs to a stranger's account. An address that was never proven tells nobody whose account it
 * is, and can be the very one that the mail went to: then only somebody who is signed in to that account goes on.
 */
export const changeEmailLink: Flow = async (request, site) => {
  const mailer = findMailer(site)
  if (mailer === undefined) throw new InvalidProvider('No e-mail provider can send to a new address')
  const token = readToken(request)
  const change = await readChange(site, token)
  const holder = await findSignedIn(site, request.cookies)
  const isHolder = holder?.userId === change.userId
  const isPressed = request.method === 'POST'
  const finish = (): Promise<Answer> => finishChange(request, site, mailer, change, holder)
  if (isHolder && (isPressed || (await isOwn(request, site, change)))) return finish()
  const user = await findUser(mailer.store, change.userId)
  // A second click says that it is done, and changes nothing.
  if (user !== null && isApplied(user, change)) return finish()
  if (!isHolder && user !== null && !isProven(user) && isLive(site, change)) {
    const query = new URLSearchParams({ token: token ?? '' }).toString()
    return askToSignIn(request, site, `${request.base}/change-email?${query}`)
  }
  return isPressed ? finish() : confirm(request, site, token ?? '', change)
}
