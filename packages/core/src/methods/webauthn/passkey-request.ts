import { authError } from '../../errors/error-classes.ts'
import type { AuthContext, ConfiguredProvider, MethodFacts, RequestInternal } from '../../config/engine-types.ts'
import type { Ceremony } from '../../attempts/ceremony.ts'
import type { CeremonyResponse } from '../../protocols/webauthn/ceremony-response.ts'
import { findRelyingParty, type RelyingParty } from '../../protocols/webauthn/relying-party.ts'
import { resolveWebAuthnProvider, type ResolvedWebAuthnProvider } from '../../protocols/webauthn/webauthn-provider.ts'
import type { WebAuthnContext, WebAuthnRequest } from '../../types/webauthn-config.ts'

/** Characters. */
const MAX_LENGTH = 64

/** Control characters, and format characters such as those that reverse the direction of a line. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** The name that the user typed for a passkey, if any. Throws `InvalidCheck` if it is too long. */
export const readPasskeyName = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string') return undefined
  const name = typed.normalize('NFC').replace(INVISIBLE, ' ').trim()
  if (name.length > MAX_LENGTH)
    throw authError('InvalidCheck', 'The name of a passkey is too long', { reason: 'length' })
  return name === '' ? undefined : name
}

/** A request that concerns one passkey provider. */
export interface PasskeyRequest {
  readonly request: RequestInternal
  readonly context: AuthContext
  readonly facts: MethodFacts
  readonly provider: ResolvedWebAuthnProvider
  /** What the functions of the provider get. */
  readonly hookContext: WebAuthnContext
  readonly hookRequest: WebAuthnRequest
  readonly relyingParty: () => Promise<RelyingParty>
}

/** A request with the response of a ceremony, and the ceremony that this browser began. */
export interface CeremonyRequest extends PasskeyRequest {
  readonly response: CeremonyResponse
  readonly ceremony: Ceremony
}

export const passkeyRequestFor = (
  request: RequestInternal,
  context: AuthContext,
  { options, method: { facts } }: ConfiguredProvider,
): PasskeyRequest => {
  const provider = resolveWebAuthnProvider(options)
  const { method, url, headers, query, fields } = request
  const hookContext = { origin: request.origin, provider: provider.config, adapter: context.config.adapter }
  const hookRequest = { method, url, headers, query: Object.fromEntries(query), body: fields }
  const relyingParty = (): Promise<RelyingParty> => findRelyingParty(provider, hookContext, hookRequest)
  return { request, context, facts, provider, hookContext, hookRequest, relyingParty }
}

/** The first passkey provider of the config. */
export const findPasskeyProvider = ({ config }: AuthContext): ConfiguredProvider | undefined =>
  config.providers.all.find(({ method }) => method.facts.hasPasskeys)
