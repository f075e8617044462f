import { InvalidConfig } from '../../errors/error-classes.ts'
import type { RelayingParty, WebAuthnContext, WebAuthnRequest } from '../../types/webauthn-config.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'

/** The relying party of one request. */
export interface RelyingParty {
  readonly id: string
  readonly name: string
  /** Compared exactly: browsers write an origin in lower case and without a trailing slash. */
  readonly origins: readonly string[]
}

/** What the response of a ceremony must name. */
export interface ExpectedResponse extends RelyingParty {
  /** Base64url. */
  readonly challenge: string
}

const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]

const isNonEmpty = (value: string | undefined): value is string => value !== undefined && value !== ''

/** RFC 1035 §2.3.1 labels. The browser hashes the domain without scheme and port. */
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

const readDomain = (id: string, provider: string): string => {
  if (DOMAIN.test(id)) return id
  throw new InvalidConfig(`relayingParty.id of provider "${provider}" must be a domain in lower case: "${id}"`, {
    provider,
  })
}

/** A web origin, or the origin of a mobile application, such as `android:apk-key-hash:…`, which has no standard form. */
const readOrigin = (origin: string, provider: string): string => {
  const isWeb = /^https?:/i.test(origin)
  if (!isWeb || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin
  throw new InvalidConfig(`relayingParty.origin of provider "${provider}" must be an origin: "${origin}"`, {
    provider,
  })
}

/**
 * The configured relying party; by default the trusted origin and its host. Throws `InvalidConfig` for an id or an origin that
 * browsers never report.
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
  const origins = (typeof party.origin === 'string' ? [party.origin] : (party.origin ?? [])).filter(isNonEmpty)
  return {
    id: readDomain(first(party.id) ?? hostname, provider),
    name: first(party.name) ?? host,
    origins: origins.length === 0 ? [context.origin] : origins.map((origin) => readOrigin(origin, provider)),
  }
}
