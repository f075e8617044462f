import { InvalidConfig } from '../../errors/error-classes.ts'
import type { RelayingParty, WebAuthnContext, WebAuthnRequest } from '../../types/webauthn.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'

/** Who asks, worked out for a request. */
export interface RelyingParty {
  readonly id: string
  readonly name: string
  /** Exact. A browser writes an origin in lower case and without a slash at the end, so nothing is normalised here. */
  readonly origins: readonly string[]
}

/** What the answer to a ceremony has to name. */
export interface Expected extends RelyingParty {
  /** Base64url. */
  readonly challenge: string
}

const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]

const isNonEmpty = (value: string | undefined): value is string => value !== undefined && value !== ''

/** RFC 1035 §2.3.1 labels. A port or a scheme would never match what the browser hashes. */
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

const readDomain = (id: string, provider: string): string => {
  if (DOMAIN.test(id)) return id
  throw new InvalidConfig(`relayingParty.id of provider "${provider}" has to be a domain in lower case: "${id}"`, {
    provider,
  })
}

/** A web origin, or one of an application such as `android:apk-key-hash:…`, which has no standard form. */
const readOrigin = (origin: string, provider: string): string => {
  const isWeb = /^https?:/i.test(origin)
  if (!isWeb || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin
  throw new InvalidConfig(`relayingParty.origin of provider "${provider}" has to be an origin: "${origin}"`, {
    provider,
  })
}

/**
 * Who asks for passkeys: what the owner says, else the trusted origin and its host. Throws `InvalidConfig` for an id or an
 * origin that no browser would ever report.
 */
export const findRelyingParty = async (
  { id: provider, config }: ResolvedWebAuthnProvider,
  context: WebAuthnContext,
  request: WebAuthnRequest,
): Promise<RelyingParty> => {
  const party: RelayingParty =
    config.getRelayingParty === undefined
      ? (config.relayingParty ?? {})
      : await config.getRelayingParty(context, request)
  const { hostname, host } = new URL(context.origin)
  const written = (typeof party.origin === 'string' ? [party.origin] : (party.origin ?? [])).filter(isNonEmpty)
  return {
    id: readDomain(first(party.id) ?? hostname, provider),
    name: first(party.name) ?? host,
    origins: written.length === 0 ? [context.origin] : written.map((origin) => readOrigin(origin, provider)),
  }
}
