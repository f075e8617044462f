import { InvalidConfig } from '../../errors/error-classes.ts'

/** Where the file stands on the host that is the RP id (WebAuthn L3 §5.11). */
export const RELATED_ORIGINS_PATH = '/.well-known/webauthn'

/**
 * The file by which a domain lets other origins of the same owner use its passkeys (WebAuthn L3 §5.11.1). Serve it at
 * `/.well-known/webauthn` on the host that is `relayingParty.id`, and name the same origins in `relayingParty.origin`.
 * Browsers look at five different registrable labels at most. Throws `InvalidConfig` for what is no https origin.
 *
 * @example
 * relatedOrigins(['https://example.com', 'https://example.de']).headers.get('content-type') // 'application/json'
 */
export const relatedOrigins = (origins: readonly string[]): Response => {
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith('https://')) {
      throw new InvalidConfig(`A related origin has to be an https origin: "${origin}"`)
    }
  }
  return new Response(JSON.stringify({ origins }), {
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' },
  })
}
