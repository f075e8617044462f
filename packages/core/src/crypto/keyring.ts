import { allReady, whenReady, type Awaitable } from '../base/async.ts'
import { MissingSecret } from '../errors/error-classes.ts'
import type { CryptoEngine } from '../runtime/engine.ts'
import { getSecretKeys, type SecretKeys } from './keys.ts'
import { openJwe, sealJwe } from './sealing.ts'

/**
 * Sealing (authenticated encryption) and MACs with keys that are derived from the secrets, one key for each purpose. A value
 * that was made for one purpose is refused for every other.
 */
export interface Keyring {
  /**
   * Encrypt the plaintext with the first secret, as a compact JWE (`dir`, A256GCM). `bound` is additional authenticated data
   * that the token does not contain, such as the database row that it belongs to.
   */
  readonly seal: (purpose: string, plaintext: string, bound?: string) => Awaitable<string>
  /** The plaintext, or `null` if no secret opens the token for this purpose and `bound`. Never throws on hostile input. */
  readonly open: (purpose: string, token: string, bound?: string) => Awaitable<string | null>
  /** HMAC-SHA-256 with the first secret, in hexadecimal. */
  readonly mac: (purpose: string, text: string) => Awaitable<string>
  /** One HMAC for each secret, in order, to look up a stored hash under any secret. */
  readonly macs: (purpose: string, text: string) => Awaitable<readonly string[]>
}

const macWith = (keys: SecretKeys, purpose: string, text: string): Awaitable<string> =>
  whenReady(keys.mac(purpose), (key) => key.mac(text))

/**
 * Create a keyring. The first secret seals, all secrets open. Keys are cached for each secret and purpose, so creating a
 * keyring again, as for a config object that is new with each request, derives nothing.
 *
 * @throws MissingSecret if there is no secret.
 */
export const createKeyring = (secrets: readonly string[], engine: CryptoEngine): Keyring => {
  const keys = secrets.map((secret) => getSecretKeys(engine, secret))
  const [first] = keys
  if (first === undefined) throw new MissingSecret('There is no secret')
  return {
    seal: (purpose, plaintext, bound) => whenReady(first.own(purpose), (own) => sealJwe(own, plaintext, bound)),
    open: (purpose, token, bound) => openJwe(keys, purpose, token, bound),
    mac: (purpose, text) => macWith(first, purpose, text),
    macs: (purpose, text) => allReady(keys.map((secret) => macWith(secret, purpose, text))),
  }
}
