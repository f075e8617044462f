import type {
  AfterSignIn,
  AuthContext,
  CompletedSignIn,
  ConfiguredProvider,
  MethodFacts,
  RequestInternal,
} from '../../config/engine-types.ts'
import type { Identity } from '../../accounts/decide-account.ts'
import { linkAccount } from '../../accounts/link-account.ts'
import { pendingPasskey, type PendingPasskey } from '../../attempts/ceremony.ts'
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

/** A new passkey, the address of its user, and the provider that verifies the address. */
interface UnverifiedSignUp {
  readonly authenticator: NewPasskey
  readonly email: string
  readonly verifier: ConfiguredProvider
}

/**
 * Sign up where a mail can verify the address. The passkey waits in this browser and is stored when the link of the
 * mail is opened in it. So an attacker cannot attach a passkey to the address of another user, and cannot learn whether
 * it has a user.
 */
export const signUpByMail = async (
  request: RequestInternal,
  context: AuthContext,
  { user, account }: Identity,
  { authenticator, email, verifier }: UnverifiedSignUp,
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

/** Whether this sign-in verified the address of the passkey, by the link of the passkey's own mail. */
const isVerifiedBy = (
  { verifiedEmail, target }: CompletedSignIn,
  { id, email }: PendingPasskey,
  { base }: RequestInternal,
): boolean => {
  const url = new URL(target)
  const isOwnLink = url.origin + url.pathname === `${base}/passkey` && url.searchParams.get('keep') === id
  return isOwnLink && verifiedEmail === email
}

const store = async (
  request: RequestInternal,
  context: AuthContext,
  identity: Identity,
  { user, isNewUser }: CompletedSignIn,
): Promise<void> => {
  const { adapter } = context.config
  if (adapter === undefined) return
  const events = await (adapter.transaction === undefined
    ? linkAccount(adapter, identity, user)
    : adapter.transaction((within) => linkAccount(within, identity, user)))
  // A new user has just created the passkey and needs no notification.
  await announce(request, context, events, isNewUser ? undefined : { user, change: { kind: 'passkeyAdded' } })
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
  const pending = await pendingPasskey.read(context, request.cookies)
  if (pending === undefined || !isVerifiedBy(signIn, pending, request)) return { cookies: [], target: signIn.target }
  const cookies = pendingPasskey.clear(context, request.cookies)
  // The client wrote this URL into the target, so it is validated like every other requested URL.
  const target = await approveTarget(context, request.origin, new URL(signIn.target).searchParams.get('callbackUrl'))
  const { provider, authenticator } = pending
  const { providerAccountId } = authenticator
  const identity: Identity = {
    facts,
    user: signIn.user,
    account: { provider, providerAccountId, type: 'webauthn' },
    authenticator: { ...authenticator, createdAt: new Date(context.runtime.now()) },
  }
  try {
    await store(request, context, identity, signIn)
    return { cookies, target }
  } catch (error) {
    const message = 'The pending passkey could not be stored'
    context.config.logger.error(authError('WebAuthnVerificationError', message, causeOf(error)))
    return { cookies, target: pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl: target }) }
  }
}
