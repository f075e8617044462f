import type {
  AfterSignIn,
  AuthContext,
  CompletedSignIn,
  ConfiguredProvider,
  MethodFacts,
  RequestInternal,
} from '../../config/engine-types.ts'
import { requireAdapter } from '../../account/account-request.ts'
import type { Identity } from '../../accounts/decide-account.ts'
import { linkAccount } from '../../accounts/link-account.ts'
import { pendingPasskey } from '../../attempts/ceremony.ts'
import { toHex } from '../../base/bytes.ts'
import { DAY, toSeconds } from '../../base/time.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import { approveTarget, readTarget } from '../../forms/callback-url.ts'
import { announce } from '../../notifications/announce.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import { callSignInCallback } from '../../sign-in/complete.ts'
import { redirectTo, type HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'

export type NewPasskey = NonNullable<Identity['authenticator']>

/**
 * Sign up where a mail can verify the address. The passkey waits in this browser and is stored when the link of the
 * mail is opened in it. So an attacker cannot attach a passkey to the address of another user, and cannot learn whether
 * it has a user.
 */
export const signUpByMail = async (
  request: RequestInternal,
  context: AuthContext,
  { user, account }: Identity,
  authenticator: NewPasskey,
  email: string,
  verifier: ConfiguredProvider,
): Promise<HandlerResponse> => {
  const redirect = await callSignInCallback(context, request.origin, { user, account })
  if (redirect !== undefined) return redirectTo(redirect)
  const id = toHex(context.runtime.random(16))
  const { createdAt: _createdAt, ...row } = authenticator
  const created = toSeconds(context.runtime.now())
  const pending = { id, provider: account.provider, email, authenticator: row, created, expiresIn: DAY }
  const cookies = await pendingPasskey.write(context, request.cookies, pending)
  if (cookies === undefined)
    throw verificationError('The id or the key of the passkey is too long for a cookie', 'length')
  const { verifyEmail } = await verifier.method.load()
  if (verifyEmail === undefined) throw verificationError('The provider cannot verify an address', 'provider')
  const callbackUrl = await readTarget(request, context)
  // The target names the passkey, so the link of another mail does not store it.
  const target = pageTarget(`${request.base}/passkey`, request.origin, { keep: id, callbackUrl })
  const response = await verifyEmail(request, context, verifier, { email, target })
  return { ...response, cookies: [...(response.cookies ?? []), ...cookies] }
}

/**
 * Store the passkey that waited for this sign-in. The user is signed in also if this fails. Then the error is logged,
 * and the user is redirected to the page where a passkey can be added.
 */
export const keepPendingPasskey = async (
  request: RequestInternal,
  context: AuthContext,
  signIn: CompletedSignIn,
  facts: MethodFacts,
): Promise<AfterSignIn> => {
  const { user, isNewUser, verifiedEmail } = signIn
  const pending = await pendingPasskey.read(context, request.cookies)
  const { origin, pathname, searchParams } = new URL(signIn.target)
  const isOwnLink = origin + pathname === `${request.base}/passkey` && searchParams.get('keep') === pending?.id
  // Only the link of the passkey's own mail verifies the address for the passkey.
  if (pending === undefined || !isOwnLink || verifiedEmail !== pending.email)
    return { cookies: [], target: signIn.target }
  const cookies = pendingPasskey.clear(context, request.cookies)
  // The client wrote this URL into the target, so it is validated like every other requested URL.
  const target = await approveTarget(context, request.origin, searchParams.get('callbackUrl'))
  const { provider, authenticator } = pending
  const { providerAccountId } = authenticator
  const identity: Identity = {
    facts,
    user,
    account: { provider, providerAccountId, type: 'webauthn' },
    authenticator: { ...authenticator, createdAt: new Date(context.runtime.now()) },
  }
  try {
    const adapter = requireAdapter(context)
    const events = await (adapter.transaction === undefined
      ? linkAccount(adapter, identity, user)
      : adapter.transaction((within) => linkAccount(within, identity, user)))
    // A new user has just created the passkey and needs no notification.
    await announce(request, context, events, isNewUser ? undefined : { user, change: { kind: 'passkeyAdded' } })
    return { cookies, target }
  } catch (error) {
    const message = 'The pending passkey could not be stored'
    context.config.logger.error(authError('WebAuthnVerificationError', message, causeOf(error)))
    return { cookies, target: pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl: target }) }
  }
}
