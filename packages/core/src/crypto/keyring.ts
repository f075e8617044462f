import { allReady, whenReady, type Awaitable } from '../base/async.ts'
import { toBase64url, utf8 } from '../base/bytes.ts'
import { MissingSecret } from '../errors/error-classes.ts'
import type { CryptoEngine, OpeningKey } from '../runtime/engine.ts'
import { getSecretKeys, type SecretKeys } from './keys.ts'

/** Characters of a token. A session cookie holds less than a fifth of this. */
export const MAX_TOKEN_LENGTH = 65_536

/** The separators between header and IV. With `dir` the encrypted key between them is empty (RFC 7518 §4.5). */
const NO_KEY = '..'

/** The additional authenticated data: header and bound value, joined as in RFC 7516 §5.1 step 14 (member `aad`). */
const authenticatedData = (header: string, bound: string | undefined): string =>
  bound === undefined ? header : `${header}.${toBase64url(utf8(bound))}`

/** Decrypt a token with this header. `null` if it has another one, is malformed or not authentic. */
export const openBody = (key: OpeningKey, header: string, token: string, bound?: string): Awaitable<string | null> => {
  if (!token.startsWith(header) || !token.startsWith(NO_KEY, header.length)) return null
  const [iv, ciphertext, tag, more] = token.slice(header.length + NO_KEY.length).split('.', 4)
  if (iv === undefined || ciphertext === undefined || tag === undefined || more !== undefined) return null
  return key.open(authenticatedData(header, bound), iv, ciphertext, tag)
}

const findFirst = <Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Awaitable<Result | null>,
  index = 0,
): Awaitable<Result | null> => {
  const item = items[index]
  return item === undefined ? null : whenReady(find(item), (found) => found ?? findFirst(items, find, index + 1))
}

/** Sealing and MACs with one key for each purpose, derived from the secrets. A value serves its own purpose only. */
export interface Keyring {
  /** A compact JWE (RFC 7516 §7.1) under the first secret. `bound` is authenticated, but not in the token. */
  readonly seal: (purpose: string, plaintext: string, bound?: string) => Awaitable<string>
  /** The plaintext, or `null` if no secret opens the token for this purpose and `bound`. Never throws. */
  readonly open: (purpose: string, token: string, bound?: string) => Awaitable<string | null>
  /** HMAC-SHA-256 with the first secret, in hexadecimal. */
  readonly mac: (purpose: string, text: string) => Awaitable<string>
  /** One HMAC for each secret, in order, to look up a stored hash under any secret. */
  readonly macs: (purpose: string, text: string) => Awaitable<readonly string[]>
}

const macWith = (keys: SecretKeys, purpose: string, text: string): Awaitable<string> =>
  whenReady(keys.mac(purpose), (key) => key.mac(text))

/** The first secret seals, all secrets open. Derived keys are cached. Throws `MissingSecret` if there is none. */
export const createKeyring = (secrets: readonly string[], engine: CryptoEngine): Keyring => {
  const keys = secrets.map((secret) => getSecretKeys(engine, secret))
  const [first] = keys
  if (first === undefined) throw new MissingSecret('There is no secret')
  return {
    seal: (purpose, plaintext, bound) =>
      whenReady(first.own(purpose), ({ header, key }) =>
        whenReady(key.seal(authenticatedData(header, bound), plaintext), (body) => header + NO_KEY + body),
      ),
    open: (purpose, token, bound) => {
      if (token.length > MAX_TOKEN_LENGTH) return null
      // The header of our tokens is constant and names the key, so a comparison of text replaces parsing.
      return findFirst(keys, (secret) =>
        whenReady(secret.own(purpose), ({ header, key }) => openBody(key, header, token, bound)),
      )
    },
    mac: (purpose, text) => macWith(first, purpose, text),
    macs: (purpose, text) => allReady(keys.map((secret) => macWith(secret, purpose, text))),
  }
}
