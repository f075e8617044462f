import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import type { WebAuthnContext, WebAuthnRequest } from '../../types/webauthn.ts'
import { findRelyingParty } from '../../protocols/webauthn/relying-party.ts'
import type { RelyingParty } from '../../protocols/webauthn/relying-party.ts'
import { resolveWebAuthnProvider } from '../../protocols/webauthn/webauthn-provider.ts'
import type { ResolvedWebAuthnProvider } from '../../protocols/webauthn/webauthn-provider.ts'

/** A passkey provider at work on one request. */
export interface PasskeyRequest {
  readonly provider: ResolvedWebAuthnProvider
  readonly hookContext: WebAuthnContext
  /** The request as the owner's functions see it. */
  readonly hookRequest: WebAuthnRequest
  readonly party: () => Promise<RelyingParty>
}

/** What the passkey room and the owner's functions have to know of a request. */
export const passkeyRequestFor = (
  request: RequestInternal,
  context: AuthContext,
  configured: ConfiguredProvider,
): PasskeyRequest => {
  const provider = resolveWebAuthnProvider(configured.options)
  const { method, url, headers, query, fields } = request
  const hookContext = { origin: request.origin, provider: provider.config, adapter: context.config.adapter }
  const hookRequest = { method, url, headers, query: Object.fromEntries(query), body: fields }
  return { provider, hookContext, hookRequest, party: () => findRelyingParty(provider, hookContext, hookRequest) }
}
