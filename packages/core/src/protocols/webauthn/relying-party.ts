import type { RelayingParty, WebAuthnContext, WebAuthnRequest } from '../../types/webauthn-config.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import { invalidPasskeyOption, toList, type ResolvedWebAuthnProvider } from './webauthn-provider.ts'

/** RFC 1035 §2.3.1 labels. The browser hashes the domain without scheme and port. */
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

/** A web origin, or the origin of a mobile application, such as `android:apk-key-hash:…`. */
const isOrigin = (text: string): boolean =>
  !/^https?:/i.test(text) || (URL.canParse(text) && new URL(text).origin === text)

/** The configured relying party; by default the trusted origin and its host. Throws `InvalidConfig`. */
export const findRelyingParty = async (
  { config }: ResolvedWebAuthnProvider,
  context: WebAuthnContext,
  request: WebAuthnRequest,
) => {
  const party: RelayingParty = (await config.getRelayingParty?.(context, request)) ?? config.relayingParty ?? {}
  const { hostname, host } = new URL(context.origin)
  const origins = toList(party.origin).filter((origin) => origin !== '')
  const [id = hostname] = toList(party.id)
  const [name = host] = toList(party.name)
  if (!DOMAIN.test(id)) throw invalidPasskeyOption(config, 'relayingParty.id', 'a domain in lower case', id)
  const bad = origins.find((origin) => !isOrigin(origin))
  if (bad !== undefined) throw invalidPasskeyOption(config, 'relayingParty.origin', 'an origin', bad)
  // Origins are compared exactly: browsers write them in lower case and without a trailing slash.
  return { id, name, origins: origins.length === 0 ? [context.origin] : origins }
}

export type RelyingParty = Awaited<ReturnType<typeof findRelyingParty>>

/**
 * The path of the related origins file on the host that is the RP ID (WebAuthn L3 §5.11).
 * @example if (new URL(request.url).pathname === RELATED_ORIGINS_PATH) console.log('The browser reads the related origins')
 */
export const RELATED_ORIGINS_PATH = '/.well-known/webauthn'

/**
 * Build the file that lets other origins use the passkeys of a domain (WebAuthn L3 §5.11.1). Serve it at
 * `/.well-known/webauthn` on the host that is `relayingParty.id`, and list the same origins in `relayingParty.origin`.
 * Browsers may stop after five registrable labels. Throws `InvalidConfig` if an origin is not an https origin.
 * @example
 * relatedOrigins(['https://example.com', 'https://example.de']).headers.get('content-type') // 'application/json'
 */
export const relatedOrigins = (origins: readonly string[]): Response => {
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith('https://')) {
      throw new InvalidConfig(`A related origin must be an https origin: "${origin}"`)
    }
  }
  return new Response(JSON.stringify({ origins }), {
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' },
  })
}
