import type { Awaitable } from '../base/awaitable.ts'
import type { CryptoEngine } from '../runtime/engine.ts'

/** What the secrets can do, by purpose. What was made for one purpose is refused for every other. */
export interface Keyring {
  /** Compact JWE (`dir`, A256GCM) of the plaintext under the first secret's key for this purpose. */
  readonly seal: (purpose: string, plaintext: string) => Awaitable<string>
  /** The plaintext, or `null` when no secret opens it for this purpose. Never throws on hostile input. */
  readonly open: (purpose: string, token: string) => Awaitable<string | null>
  /** HMAC-SHA-256, hex, first secret. */
  readonly mac: (purpose: string, text: string) => Awaitable<string>
  /** One HMAC per secret, first secret first: to look up a stored hash under any secret. */
  readonly macs: (purpose: string, text: string) => Awaitable<readonly string[]>
}

/** SHA-256 of the UTF-8 bytes, as base64url. */
export const sha256Base64url = (engine: CryptoEngine, text: string): Awaitable<string> => engine.sha256(text)
