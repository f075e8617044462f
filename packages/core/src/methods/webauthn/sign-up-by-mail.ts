import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { toHex } from '../../base/bytes.ts'
import { DAY, toSeconds } from '../../base/time.ts'
import type { Identity } from '../../accounts/identity.ts'
import { pendingPasskey } from '../../attempts/pending-passkey.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import { callSignInCallback } from '../../sign-in/complete.ts'
import { readTarget } from '../../forms/callback-url.ts'

/** The provider that proves addresses, if there is one. */
export const findMailProvider = (context: AuthContext): ConfiguredProvider | undefined =>
  context.config.providers.all.find(({ method }) => method.facts.verifiesEmail === 'itself')

/** A passkey that is to be kept as soon as its address is proven. */
export interface WaitingPasskey {
  readonly authenticator: NonNullable<Identity['authenticator']>
  readonly email: string
  readonly mail: ConfiguredProvider
}

/** Where the mail's link leads: the address names the passkey, so that no other mail brings it along. */
const waitingTarget = (request: RequestInternal, id: string, target: RedirectTarget): RedirectTarget =>
  pageTarget(`${request.base}/passkey`, request.origin, { keep: id, callbackUrl: target })

/**
 * Sign up where a mail can prove the address: the passkey waits in this browser, and is kept when the link of the mail is
 * opened in it. So nobody attaches a passkey to an address of somebody else's, and nobody learns whether it has a user.
 */
export const signUpByMail = async (
  request: RequestInternal,
  context: AuthContext,
  { user, account }: Identity,
  { authenticator, email, mail }: WaitingPasskey,
): Promise<HandlerResponse> => {
  const elsewhere = await callSignInCallback(context, request.origin, { user, account })
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  const id = toHex(context.runtime.random(16))
  const { createdAt: _new, ...row } = authenticator
  const created = toSeconds(context.runtime.now())
  const waiting = await pendingPasskey.write(context, request.cookies, {
    id,
    provider: account.provider,
    email,
    authenticator: row,
    created,
    expiresIn: DAY,
  })
  if (waiting === undefined)
    throw verificationError('The id or the key of the passkey is too long for a cookie', 'length')
  const { verifyEmail } = await mail.method.load()
  if (verifyEmail === undefined) throw verificationError('The provider cannot verify an address', 'provider')
  const target = waitingTarget(request, id, await readTarget(request, context))
  const response = await verifyEmail(request, context, mail, { email, target })
  return { ...response, cookies: [...(response.cookies ?? []), ...waiting] }
}
