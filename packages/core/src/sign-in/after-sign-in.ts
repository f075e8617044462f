import type { AppliedDecision } from '../accounts/apply-decision.ts'
import type { Identity } from '../accounts/identity.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { mayBePending } from '../attempts/pending-passkey.ts'
import { markAuthenticated } from '../attempts/reauthentication.ts'
import type { Cookie } from '../types/http.ts'
import type { RequestInternal } from '../config/handler.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'

/** What a sign-in by whatever method leaves behind. */
export interface AfterSignIn {
  readonly cookies: readonly Cookie[]
  readonly target: RedirectTarget
}

/** Whoever adds a way in to a session proves that they have the other account, not that the session is theirs. */
const isLink = ({ keepsSession, events }: AppliedDecision): boolean => keepsSession && events.length > 0

/** Remember that this person has just proven who they are, and keep the passkey that may have waited for it. */
export const afterSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  identity: Identity,
  applied: AppliedDecision,
  target: RedirectTarget,
): Promise<AfterSignIn> => {
  if (isLink(applied)) return { cookies: [], target }
  const { user } = applied
  const recent = await markAuthenticated(context, String(user.id))
  const hasPasskeys = context.config.providers.all.some(({ type }) => type === 'webauthn')
  if (!hasPasskeys || !mayBePending(context, request.cookies)) return { cookies: recent, target }
  const { keepPending } = await import('../methods/webauthn/keep-passkey.ts')
  const kept = await keepPending(request, context, identity, applied, target)
  return { cookies: [...recent, ...kept.cookies], target: kept.target }
}
