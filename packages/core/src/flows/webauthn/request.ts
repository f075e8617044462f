import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import type { WebAuthnContext, WebAuthnRequest } from '../../types/webauthn.ts'
import type { RequestInternal } from '../../web/request.ts'
import { findRelyingParty } from '../../webauthn/relying-party.ts'
import type { RelyingParty } from '../../webauthn/relying-party.ts'
import { resolveWebAuthnProvider } from '../../webauthn/provider.ts'
import type { ResolvedWebAuthnProvider } from '../../webauthn/provider.ts'

/** A passkey provider at work on one request. */
export interface PasskeySite {
  readonly provider: ResolvedWebAuthnProvider
  readonly context: WebAuthnContext
  /** The request as the owner's functions see it. */
  readonly told: WebAuthnRequest
  readonly party: () => Promise<RelyingParty>
}

/** What the passkey room and the owner's functions have to know of a request. */
export const passkeySite = (request: RequestInternal, site: Site, summary: ProviderSummary): PasskeySite => {
  const provider = resolveWebAuthnProvider(summary.written)
  const { method, url, headers, query, fields } = request
  const context = { origin: request.origin, provider: provider.config, adapter: site.config.adapter }
  const told = { method, url, headers, query: Object.fromEntries(query), body: fields }
  return { provider, context, told, party: () => findRelyingParty(provider, context, told) }
}
