import type { RelayingParty, WebAuthnContext, WebAuthnRequest } from '../../types/webauthn-config.ts'
import { invalidPasskeyOption } from './webauthn-provider.ts'
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

/** RFC 1035 §2.3.1 labels. The browser hashes the domain without scheme and port. */
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

/** A web origin, or the origin of a mobile application, such as `android:apk-key-hash:…`, which has no standard form. */
const isOrigin = (text: string): boolean =>
  !/^https?:/i.test(text) || (URL.canParse(text) && new URL(text).origin === text)

/**
 * The configured relying party; by default the trusted origin and its host. Throws `InvalidConfig` for an id or an origin that
 * browsers never report.
 */
export const findRelyingParty = async (
  { config }: ResolvedWebAuthnProvider,
  context: WebAuthnContext,
  request: WebAuthnRequest,
): Promise<RelyingParty> => {
  const party: RelayingParty =
    config.getRelayingParty === undefined
      ? (config.relayingParty ?? {})
      : await config.getRelayingParty(context, request)
  const { hostname, host } = new URL(context.origin)
  const origins = (typeof party.origin === 'string' ? [party.origin] : (party.origin ?? [])).filter(
    (origin) => origin !== '',
  )
  const id = first(party.id) ?? hostname
  if (!DOMAIN.test(id)) throw invalidPasskeyOption(config, 'relayingParty.id', `a domain in lower case: "${id}"`)
  const bad = origins.find((origin) => !isOrigin(origin))
  if (bad !== undefined) throw invalidPasskeyOption(config, 'relayingParty.origin', `an origin: "${bad}"`)
  return { id, name: first(party.name) ?? host, origins: origins.length === 0 ? [context.origin] : origins }
}
