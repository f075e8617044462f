import { allReady, whenReady, type Awaitable } from '../base/async.ts'
import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../base/bytes.ts'
import { hasShape, isOneOf, isString, optional } from '../base/json.ts'
import { MissingSecret } from '../errors/error-classes.ts'
import type { CryptoEngine, OpeningKey } from '../runtime/engine.ts'
import { getSecretKeys, type NamedKey, type SecretKeys } from './keys.ts'

interface TokenHeader {
  readonly enc: 'A256GCM' | 'A256CBC-HS512'
  /** If absent, every key is tried. */
  readonly kid?: string
}

/** Characters of the encoded header. */
const MAX_HEADER_LENGTH = 1024

/**
 * The accepted members. A token of this library has no others, and the others are dangerous: they ask for more work (`zip`,
 * `p2c`), bring keys (`jku`, `jwk`, `x5u`) or change the processing (`crit`). RFC 8725 §3.1, §3.10.
 */
const HEADER = {
  alg: isOneOf('dir'),
  enc: isOneOf('A256GCM', 'A256CBC-HS512'),
  kid: optional(isString),
  typ: optional(isString),
  cty: optional(isString),
}

/** Read the protected header of a compact JWE (RFC 7516 §4). `null` if a member or a value is not accepted. */
export const readHeader = (segment: string): TokenHeader | null => {
  const bytes = segment.length > MAX_HEADER_LENGTH ? null : fromBase64url(segment)
  if (bytes === null) return null
  try {
    // `parseJson` drops `__proto__`, but here every member must be checked.
    const header: unknown = JSON.parse(fromUtf8(bytes))
    return hasShape(header, HEADER) ? (header as TokenHeader) : null
  } catch {
    return null
  }
}

/** Characters of a token. A session cookie holds less than a fifth of this. */
export const MAX_TOKEN_LENGTH = 65_536

/** The separators between header and IV. With `dir` the encrypted key between them is empty (RFC 7518 §4.5). */
const NO_KEY = '..'

/** The additional authenticated data: header and bound value, joined as in RFC 7516 §5.1 step 14 (member `aad`). */
const authenticatedData = (header: string, bound: string | undefined): string =>
  bound === undefined ? header : `${header}.${toBase64url(utf8(bound))}`

/** Decrypt what follows the header. `null` if the token is malformed or not authentic. */
export const openBody = (key: OpeningKey, header: string, token: string, bound?: string): Awaitable<string | null> => {
  const [iv, ciphertext, tag, more] = token.slice(header.length + NO_KEY.length).split('.', 4)
  const isJwe = token.startsWith(NO_KEY, header.length) && more === undefined
  if (!isJwe || iv === undefined || ciphertext === undefined || tag === undefined) return null
  return key.open(authenticatedData(header, bound), iv, ciphertext, tag)
}

/** The first result that is not `null`. */
const findFirst = <Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Awaitable<Result | null>,
  index = 0,
): Awaitable<Result | null> => {
  const item = items[index]
  return item === undefined ? null : whenReady(find(item), (found) => found ?? findFirst(items, find, index + 1))
}

/** Open a token with another header, such as one that the application made with `jose` and the same key. */
const openForeign = (keys: readonly SecretKeys[], purpose: string, token: string, bound?: string) => {
  const [segment = ''] = token.split('.', 1)
  const header = readHeader(segment)
  if (header === null) return null
  const { enc, kid } = header
  return findFirst(keys, (secret) => {
    const candidate: Awaitable<NamedKey<OpeningKey>> = enc === 'A256GCM' ? secret.own(purpose) : secret.cbc(purpose)
    return whenReady(candidate, (named) =>
      kid === undefined || kid === named.kid ? openBody(named.key, segment, token, bound) : null,
    )
  })
}

/** Sealing and MACs with one key for each purpose, derived from the secrets. A value serves its own purpose only. */
export interface Keyring {
  /**
   * Encrypt the plaintext with the first secret, as a compact JWE (`dir`, A256GCM; RFC 7516 §7.1). `bound` is additional
   * authenticated data that the token does not contain, such as the database row that it belongs to.
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
    seal: (purpose, plaintext, bound) =>
      whenReady(first.own(purpose), ({ header, key }) =>
        whenReady(key.seal(authenticatedData(header, bound), plaintext), (body) => header + NO_KEY + body),
      ),
    open: (purpose, token, bound) => {
      if (token.length > MAX_TOKEN_LENGTH) return null
      // The headers of this library are constant, so a comparison of text replaces parsing.
      const isOwn = ({ header }: NamedKey<OpeningKey>) =>
        token.startsWith(header) && token.startsWith(NO_KEY, header.length)
      const found = findFirst(keys, (secret) => whenReady(secret.own(purpose), (own) => (isOwn(own) ? own : null)))
      return whenReady(found, (own) =>
        own === null ? openForeign(keys, purpose, token, bound) : openBody(own.key, own.header, token, bound),
      )
    },
    mac: (purpose, text) => macWith(first, purpose, text),
    macs: (purpose, text) => allReady(keys.map((secret) => macWith(secret, purpose, text))),
  }
}
