import type { AuthContext, MethodSteps, ProviderHandler, RequestInternal } from '../../config/engine-types.ts'
import { consumeChallenge, findCeremony } from '../../attempts/ceremony.ts'
import type { Ceremony } from '../../attempts/ceremony.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { readCeremonyResponse, verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import { redirectToSignInPage } from '../../sign-in/require-sign-in.ts'
import { HandlerError, withCookies } from '../../web/handler-error.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { authenticateWithPasskey } from './authenticate.ts'
import { passkeyRequestFor } from './passkey-request.ts'
import { registerPasskey } from './register.ts'

const readPurpose = (action: unknown): Ceremony['purpose'] => {
  if (action === 'authenticate' || action === 'register') return action
  throw verificationError('The form field action names no ceremony', 'action')
}

/** If adding a passkey fails, show the error on the page where the user can try again. */
const withPasskeyPage = async (
  request: RequestInternal,
  context: AuthContext,
  work: () => Promise<HandlerResponse>,
): Promise<HandlerResponse> => {
  try {
    return await work()
  } catch (error) {
    const { cause, cookies } = error instanceof HandlerError ? error : new HandlerError(error, [])
    const callbackUrl = await readTarget(request, context)
    throw new HandlerError(cause, cookies, pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl }))
  }
}

/** `POST /callback/<provider>`: the response of a ceremony. It ends the ceremony, also when the sign-in fails. */
const callback: ProviderHandler = async (request, context, configured) => {
  const purpose = readPurpose(request.fields['action'])
  const response = readCeremonyResponse(request.fields['data'])
  const wanted = { provider: configured.id, purpose, challenge: response.clientData.challenge }
  const { ceremony, fault, forget } = await findCeremony(context, request.cookies, wanted)
  if (ceremony === undefined)
    throw new HandlerError(verificationError('This browser began no such ceremony', fault), forget)
  return withCookies(forget, async () => {
    if (!(await consumeChallenge(context, ceremony))) throw verificationError('The challenge was used before', 'used')
    const ceremonyRequest = { ...passkeyRequestFor(request, context, configured), response, ceremony }
    if (purpose === 'authenticate') return authenticateWithPasskey(ceremonyRequest)
    const register = (): Promise<HandlerResponse> => registerPasskey(ceremonyRequest)
    return ceremony.userId === undefined ? register() : withPasskeyPage(request, context, register)
  })
}

/** Passkeys (WebAuthn). A script begins the ceremony, so `POST /signin/<provider>` only shows the sign-in page. */
export const webAuthnSteps: MethodSteps = { start: redirectToSignInPage, callback }
