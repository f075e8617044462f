import type { AppliedDecision } from '../../accounts/apply-decision.ts'
import type { Identity } from '../../accounts/identity.ts'
import { linkAccount } from '../../accounts/link-account.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import { causeOf } from '../../errors/cause-of.ts'
import { authError } from '../../errors/error-classes.ts'
import { findPending, forgetPending } from '../../attempts/pending-passkey.ts'
import type { PendingPasskey } from '../../attempts/pending-passkey.ts'
import type { Cookie } from '../../types/http.ts'
import type { RequestInternal } from '../../config/handler.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import { announce } from '../../notifications/announce.ts'
import type { ChangeNotification } from '../../notifications/announce.ts'
import { approveTarget } from '../../forms/callback-url.ts'

/** What was waited for: the address of the passkey is proven, and the link of its own mail was opened. */
const isFor = (
  { id, email }: PendingPasskey,
  { method, account }: Identity,
  request: RequestInternal,
  target: RedirectTarget,
): boolean => {
  const url = new URL(target)
  const isOwn = url.origin + url.pathname === `${request.base}/passkey` && url.searchParams.get('keep') === id
  return isOwn && method === 'email' && account.providerAccountId === email
}

/** Somebody new is told nothing: they have just made the passkey, and nobody had an account before. */
const findNoticed = ({ user, isNewUser }: AppliedDecision): ChangeNotification | undefined =>
  isNewUser ? undefined : { user, change: { kind: 'passkeyAdded' } }

const keep = async (
  request: RequestInternal,
  context: AuthContext,
  { provider, authenticator }: PendingPasskey,
  applied: AppliedDecision,
): Promise<void> => {
  const { user } = applied
  const { adapter } = context.config
  if (adapter === undefined) return
  const { providerAccountId } = authenticator
  const identity: Identity = {
    method: 'webauthn',
    user,
    account: { provider, providerAccountId, type: 'webauthn' },
    authenticator: { ...authenticator, createdAt: new Date(context.runtime.now()) },
  }
  const write =
    adapter.transaction === undefined
      ? linkAccount(adapter, identity, user)
      : adapter.transaction((within) => linkAccount(within, identity, user))
  await announce(request, context, await write, findNoticed(applied))
}

/** What becomes of a waiting passkey when somebody has come in. */
export interface KeptPasskey {
  readonly cookies: readonly Cookie[]
  readonly target: RedirectTarget
}

/**
 * Keep the passkey that waited for this sign-in. The person is in whatever happens here, so a failure is only told, and leads
 * to the page where a passkey can be added.
 */
export const keepPending = async (
  request: RequestInternal,
  context: AuthContext,
  identity: Identity,
  applied: AppliedDecision,
  target: RedirectTarget,
): Promise<KeptPasskey> => {
  const pending = await findPending(context, request.cookies)
  if (pending === undefined || !isFor(pending, identity, request, target)) return { cookies: [], target }
  const cookies = [forgetPending(context)]
  // Whoever wrote the address wrote this as well, so it is judged like every other wish.
  const after = await approveTarget(context, request.origin, new URL(target).searchParams.get('callbackUrl'))
  try {
    await keep(request, context, pending, applied)
    return { cookies, target: after }
  } catch (error) {
    context.config.logger.error(
      authError('WebAuthnVerificationError', 'The passkey that waited could not be kept', causeOf(error)),
    )
    return { cookies, target: pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl: after }) }
  }
}
