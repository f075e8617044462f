import { allReady, whenReady } from '../base/awaitable.ts'
import type { Awaitable } from '../base/awaitable.ts'
import { MissingSecret } from '../errors/error-classes.ts'
import type { CryptoEngine } from '../runtime/engine.ts'
import { getSecretKeys } from './keys.ts'
import type { SecretKeys } from './keys.ts'
import { openToken, sealToken } from './sealing.ts'

/** What the secrets can do, by purpose. What was made for one purpose is refused for every other. */
export interface Keyring {
  /**
   * Compact JWE (`dir`, A256GCM) of the plaintext under the first secret's key for this purpose. What it is `bound` to is
   * authenticated and does not stand in it: a row of a database, where the purpose is for all of them.
   */
  readonly seal: (purpose: string, plaintext: string, bound?: string) => Awaitable<string>
  /** The plaintext, or `null` when no secret opens it for this purpose, so bound. Never throws on hostile input. */
  readonly open: (purpose: string, token: string, bound?: string) => Awaitable<string | null>
  /** HMAC-SHA-256, hex, first secret. */
  readonly mac: (purpose: string, text: string) => Awaitable<string>
  /** One HMAC per secret, first secret first: to look up a stored hash under any secret. */
  readonly macs: (purpose: string, text: string) => Awaitable<readonly string[]>
}

const macWith = (keys: SecretKeys, purpose: string, text: string): Awaitable<string> =>
  whenReady(keys.mac(purpose), (key) => key.mac(text))

/**
 * The keyring of some secrets: the first seals, all open. Keys are kept per secret and purpose, so that making a keyring
 * again, as for a config that is new with each request, derives nothing.
 *
 * @throws MissingSecret when there is no secret.
 */
export const createKeyring = (secrets: readonly string[], engine: CryptoEngine): Keyring => {
  const keys = secrets.map((secret) => getSecretKeys(engine, secret))
  const [first] = keys
  if (first === undefined) throw new MissingSecret('There is no secret')
  return {
    seal: (purpose, plaintext, bound) => whenReady(first.own(purpose), (own) => sealToken(own, plaintext, bound)),
    open: (purpose, token, bound) => openToken(keys, purpose, token, bound),
    mac: (purpose, text) => macWith(first, purpose, text),
    macs: (purpose, text) => allReady(keys.map((secret) => macWith(secret, purpose, text))),
  }
}

/** SHA-256 of the UTF-8 bytes, as base64url. */
export const sha256Base64url = (engine: CryptoEngine, text: string): Awaitable<string> => engine.sha256(text)
