import type { AuthContext, ConfiguredProvider, MethodSteps, RequestInternal } from '../../config/engine-types.ts'
import { findCeremony, consumeChallenge } from '../../attempts/ceremony.ts'
import type { Ceremony } from '../../attempts/ceremony.ts'
import type { Cookie } from '../../types/http.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { readCeremonyResponse, verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import type { CeremonyResponse } from '../../protocols/webauthn/ceremony-response.ts'
import { withCookies, HandlerError } from '../../web/handler-error.ts'
import { authenticateWithPasskey } from './authenticate.ts'
import { registerPasskey } from './register.ts'
import { passkeyRequestFor } from './passkey-request.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'

/** `POST /signin/<provider>`: a ceremony is begun by a script, so there is nothing to start; the form stands on the page. */
const start = async (request: RequestInternal, context: AuthContext): Promise<HandlerResponse> => {
  const target = await readTarget(request, context)
  return redirectTo(pageTarget(`${request.base}/signin`, request.origin), rememberTarget(request, context, target))
}

const readPurpose = (action: unknown): Ceremony['purpose'] => {
  if (action === 'authenticate' || action === 'register') return action
  throw verificationError('The answer belongs to no known ceremony', 'action')
}

interface Found {
  readonly ceremony: Ceremony
  readonly forget: readonly Cookie[]
}

const findOwn = async (
  request: RequestInternal,
  context: AuthContext,
  provider: string,
  purpose: Ceremony['purpose'],
  { clientData }: CeremonyResponse,
): Promise<Found> => {
  const wanted = { provider, purpose, challenge: clientData.challenge }
  const { ceremony, fault, forget } = await findCeremony(context, request.cookies, wanted)
  if (ceremony !== undefined) return { ceremony, forget }
  throw new HandlerError(
    verificationError('This browser has no open ceremony for the answer', fault ?? 'absent'),
    forget,
  )
}

/** Whoever adds a passkey tries again where they were. */
const orAgain = async (
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

/** `POST /callback/<provider>`: the browser's answer ends the ceremony, however it goes. */
const callback = async (
  request: RequestInternal,
  context: AuthContext,
  provider: ConfiguredProvider,
): Promise<HandlerResponse> => {
  const purpose = readPurpose(request.fields['action'])
  const response = readCeremonyResponse(request.fields['data'])
  const { ceremony, forget } = await findOwn(request, context, provider.id, purpose, response)
  return withCookies(forget, async () => {
    if (!(await consumeChallenge(context, ceremony))) throw verificationError('The challenge was used before', 'used')
    const passkeys = passkeyRequestFor(request, context, provider)
    if (purpose === 'authenticate') return authenticateWithPasskey(request, context, passkeys, response, ceremony)
    const register = (): Promise<HandlerResponse> => registerPasskey(request, context, passkeys, response, ceremony)
    return ceremony.userId === undefined ? register() : orAgain(request, context, register)
  })
}

/** Passkeys (WebAuthn). */
export const webAuthnSteps: MethodSteps = { start, callback }
