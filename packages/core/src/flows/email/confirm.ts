import { defined } from '../../base/record.ts'
import { findEmailUser } from '../../accounts/facts.ts'
import { findUser } from '../../config/rows.ts'
import type { Site } from '../../config/site.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { Verification } from '../../errors/classes.ts'
import { sessionsOf } from '../../sessions/strategy.ts'
import { show } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { formToken } from '../csrf.ts'
import { findAsked } from './asked.ts'
import { readTarget } from '../where-to.ts'

/** Whether somebody else is signed in here who would no longer be, and their address where they have one. */
export interface Replaced {
  readonly isSomebody: boolean
  readonly email?: string
}

const NOBODY: Replaced = { isSomebody: false }

/** Look whom a sign-in by this address would sign out of this browser. */
export const findReplaced = async (request: RequestInternal, site: Site, email: string): Promise<Replaced> => {
  const { adapter } = site.config
  const holder = await sessionsOf(site).findHolder(site, request.cookies)
  if (holder === null || adapter === undefined) return NOBODY
  const user = await findEmailUser(adapter, email)
  if (user?.id === holder.userId) return NOBODY
  const held = await findUser(adapter, holder.userId)
  return { isSomebody: true, ...defined({ email: held?.email ?? undefined }) }
}

/** A page with one button: whoever opened the link, a scanner or a stranger, has done nothing yet. */
export const confirmLink = async (
  request: RequestInternal,
  site: Site,
  { provider, maxAge }: ResolvedEmailProvider,
  { token, email }: { readonly token: string; readonly email: string },
  replaced: Replaced,
): Promise<Answer> => {
  const asked = await findAsked(site, request.query.get('asked'), token)
  if (asked !== undefined && asked.askedAt + maxAge * 1000 <= site.runtime.now())
    throw new Verification('The link is too old', { reason: 'expired' })
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const callbackUrl = await readTarget(request, site)
  const props = {
    action: `${request.base}/callback/${provider.id}`,
    email,
    host: new URL(request.origin).host,
    fields: [
      ['token', token],
      ['email', email],
      ['callbackUrl', callbackUrl],
    ] as const,
    ...defined({ csrfToken, replaces: replaced.email }),
    ...asked,
  }
  return show({ page: 'confirm-link', props }, cookies)
}
