import type { Applied } from '../accounts/apply.ts'
import type { Identity } from '../accounts/identity.ts'
import type { Site } from '../config/site.ts'
import { mayBePending } from '../transactions/pending-passkey.ts'
import { markRecent } from '../transactions/recent.ts'
import type { Cookie } from '../types/http.ts'
import type { RequestInternal } from '../web/request.ts'
import type { ReturnTarget } from '../web/return-target.ts'

/** What a sign-in by whatever method leaves behind. */
export interface After {
  readonly cookies: readonly Cookie[]
  readonly target: ReturnTarget
}

/** Whoever adds a way in to a session proves that they have the other account, not that the session is theirs. */
const isLink = ({ keepsSession, news }: Applied): boolean => keepsSession && news.length > 0

/** Remember that this person has just proven who they are, and keep the passkey that may have waited for it. */
export const afterSignIn = async (
  request: RequestInternal,
  site: Site,
  identity: Identity,
  applied: Applied,
  target: ReturnTarget,
): Promise<After> => {
  if (isLink(applied)) return { cookies: [], target }
  const { user } = applied
  const recent = await markRecent(site, String(user.id))
  const hasPasskeys = site.config.providers.all.some(({ type }) => type === 'webauthn')
  if (!hasPasskeys || !mayBePending(site, request.cookies)) return { cookies: recent, target }
  const { keepPending } = await import('./webauthn/keep.ts')
  const kept = await keepPending(request, site, identity, applied, target)
  return { cookies: [...recent, ...kept.cookies], target: kept.target }
}
