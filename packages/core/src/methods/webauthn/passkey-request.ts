import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { requireAdapter } from '../../account/account-request.ts'
import type { Ceremony } from '../../attempts/ceremony.ts'
import { readTypedName } from '../../forms/typed-name.ts'
import type { CeremonyResponse } from '../../protocols/webauthn/ceremony-response.ts'
import { findRelyingParty, type RelyingParty } from '../../protocols/webauthn/relying-party.ts'
import { resolveWebAuthnProvider } from '../../protocols/webauthn/webauthn-provider.ts'
import type { WebAuthnContext, WebAuthnRequest } from '../../types/webauthn-config.ts'

/** Characters. */
const MAX_LENGTH = 64

/** The name that the user typed for a passkey, if any. Throws `InvalidCheck` if it is too long. */
export const readPasskeyName = (typed: unknown): string | undefined => readTypedName(typed, MAX_LENGTH)

export type PasskeyRequest = ReturnType<typeof passkeyRequestFor>

export interface CeremonyRequest extends PasskeyRequest {
  readonly response: CeremonyResponse
  readonly ceremony: Ceremony
}

export const passkeyRequestFor = (request: RequestInternal, context: AuthContext, configured: ConfiguredProvider) => {
  const { facts } = configured.method
  const provider = resolveWebAuthnProvider(configured.options)
  const { config } = provider
  const adapter = requireAdapter(context)
  const { method, url, fields } = request
  const headers = new Headers([...request.headers])
  const hookContext: WebAuthnContext = { origin: request.origin, provider: config, adapter }
  const query = Object.fromEntries(url.searchParams)
  const hookRequest: WebAuthnRequest = { method, url, headers, query, body: fields }
  const relyingParty = (): Promise<RelyingParty> => findRelyingParty(provider, hookContext, hookRequest)
  return { request, context, adapter, facts, provider, config, hookContext, hookRequest, relyingParty }
}

export const findPasskeyProvider = ({ config }: AuthContext): ConfiguredProvider | undefined =>
  config.providers.all.find(({ method }) => method.facts.hasPasskeys)
