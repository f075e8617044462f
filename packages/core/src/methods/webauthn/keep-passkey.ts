import type { AfterSignIn, AuthContext, CompletedSignIn, RequestInternal } from '../../config/engine-types.ts'
import { linkAccount } from '../../accounts/link-account.ts'
import type { Identity } from '../../accounts/identity.ts'
import { pendingPasskey } from '../../attempts/pending-passkey.ts'
import type { PendingPasskey } from '../../attempts/pending-passkey.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import { approveTarget } from '../../forms/callback-url.ts'
import { announce } from '../../notifications/announce.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { webAuthnFacts } from './webauthn-facts.ts'

/** Whether this sign-in verified the address of the passkey, by the link of the passkey's own mail. */
const isFor = (
  { id, email }: PendingPasskey,
  { verifiedEmail, target }: CompletedSignIn,
  { base }: RequestInternal,
): boolean => {
  const url = new URL(target)
  const isOwnLink = url.origin + url.pathname === `${base}/passkey` && url.searchParams.get('keep') === id
  return isOwnLink && verifiedEmail === email
}

const store = async (
  request: RequestInternal,
  context: AuthContext,
  { provider, authenticator }: PendingPasskey,
  { user, isNewUser }: CompletedSignIn,
): Promise<void> => {
  const { adapter } = context.config
  if (adapter === undefined) return
  const { providerAccountId } = authenticator
  const identity: Identity = {
    facts: webAuthnFacts,
    user,
    account: { provider, providerAccountId, type: 'webauthn' },
    authenticator: { ...authenticator, createdAt: new Date(context.runtime.now()) },
  }
  const write =
    adapter.transaction === undefined
      ? linkAccount(adapter, identity, user)
      : adapter.transaction((within) => linkAccount(within, identity, user))
  // A new user has just created the passkey and needs no notification.
  await announce(request, context, await write, isNewUser ? undefined : { user, change: { kind: 'passkeyAdded' } })
}

/**
 * Store the passkey that waited for this sign-in. The user is signed in whatever happens here, so a failure is only logged, and
 * the user is redirected to the page where a passkey can be added.
 */
export const keepPendingPasskey = async (
  request: RequestInternal,
  context: AuthContext,
  signIn: CompletedSignIn,
): Promise<AfterSignIn> => {
  const pending = await pendingPasskey.read(context, request.cookies)
  if (pending === undefined || !isFor(pending, signIn, request)) return { cookies: [], target: signIn.target }
  const cookies = pendingPasskey.clear(context, request.cookies)
  // The client wrote this URL into the target, so it is validated like every other requested URL.
  const target = await approveTarget(context, request.origin, new URL(signIn.target).searchParams.get('callbackUrl'))
  try {
    await store(request, context, pending, signIn)
    return { cookies, target }
  } catch (error) {
    context.config.logger.error(
      authError('WebAuthnVerificationError', 'The pending passkey could not be stored', causeOf(error)),
    )
    return { cookies, target: pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl: target }) }
  }
}
