import { InvalidConfig } from '../../errors/error-classes.ts'

/** The path of the related origins file on the host that is the RP ID (WebAuthn L3 §5.11). */
export const RELATED_ORIGINS_PATH = '/.well-known/webauthn'

/**
 * Build the file that lets other origins use the passkeys of a domain (WebAuthn L3 §5.11.1). Serve it at
 * `/.well-known/webauthn` on the host that is `relayingParty.id`, and list the same origins in `relayingParty.origin`.
 * Browsers may stop after five different registrable labels. Throws `InvalidConfig` if an origin is not an https origin.
 *
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
