import type {
  AfterSignIn,
  AuthContext,
  CompletedSignIn,
  ConfiguredProvider,
  RequestInternal,
} from '../../config/engine-types.ts'
import type { Identity } from '../../accounts/decide-account.ts'
import { pendingPasskey } from '../../attempts/ceremony.ts'
import { toHex } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import { approveTarget, readTarget } from '../../forms/callback-url.ts'
import { readUserAgentInfo } from '../../protocols/email/user-agent-info.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import { callSignInCallback } from '../../sign-in/complete.ts'
import { redirectTo, type HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'

export type NewPasskey = NonNullable<Identity['authenticator']>

/**
 * Sign up where a mail can verify the address. The passkey waits in this browser. When the link of the mail is opened in it,
 * the user is asked whether to keep the passkey. So an attacker cannot attach a passkey to the address of another user, and
 * cannot learn whether it has a user.
 */
export const signUpByMail = async (
  request: RequestInternal,
  context: AuthContext,
  { user, account }: Identity,
  authenticator: NewPasskey,
  email: string,
  verifier: ConfiguredProvider,
): Promise<HandlerResponse> => {
  const redirect = await callSignInCallback(context, request.origin, {
    user: { ...user, emailVerified: null },
    account,
  })
  if (redirect !== undefined) return redirectTo(redirect)
  const id = toHex(context.runtime.random(16))
  const { createdAt: _createdAt, ...row } = authenticator
  const created = toSeconds(context.runtime.now())
  const createdIn = readUserAgentInfo(request.headers.get('user-agent'))
  const pending = { id, provider: account.provider, email, authenticator: row, createdIn, created }
  const cookies = await pendingPasskey.write(context, request.cookies, pending)
  if (cookies === undefined)
    throw verificationError('The id or the key of the passkey is too long for a cookie', 'length')
  const { verifyEmail } = await verifier.method.load()
  if (verifyEmail === undefined) throw verificationError('The provider cannot verify an address', 'provider')
  const callbackUrl = await readTarget(request, context)
  // The target names the passkey, so the link of another mail does not store it.
  const target = pageTarget(`${request.base}/passkey`, request.origin, { keep: id, callbackUrl })
  const response = await verifyEmail(request, context, verifier, { email, target, hasNewPasskey: true })
  return { ...response, cookies: [...(response.cookies ?? []), ...cookies] }
}

/**
 * After the mail of a sign-up has signed its user in: ask whether to keep the passkey that waits. Nothing is stored before the
 * choice, because an attacker may have injected the passkey into this browser.
 */
export const askToKeepPasskey = async (
  request: RequestInternal,
  context: AuthContext,
  { user, isNewUser, verifiedEmail, target }: CompletedSignIn,
): Promise<AfterSignIn> => {
  const pending = await pendingPasskey.read(context, request.cookies)
  const page = `${request.base}/passkey`
  const { origin, pathname, searchParams } = new URL(target)
  const isOwnLink = origin + pathname === page && searchParams.get('keep') === pending?.id
  // Only the link of the passkey's own mail verifies the address for the passkey.
  if (pending === undefined || !isOwnLink || verifiedEmail !== pending.email) return { cookies: [], target }
  const keep = pending.id
  const offered = { ...pending, user: { id: String(user.id), isNew: isNewUser } }
  const cookies = await pendingPasskey.write(context, request.cookies, offered)
  // Without the cookie, the target is the page where the user can add a new passkey.
  if (cookies === undefined) return { cookies: pendingPasskey.clear(context, request.cookies), target }
  return {
    cookies,
    // The client wrote this URL into the target, so it is validated like every other requested URL.
    target: await approveTarget(context, request.origin, searchParams.get('callbackUrl')),
    pageBefore: (callbackUrl) => pageTarget(page, request.origin, { keep, callbackUrl }),
  }
}
