import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../base/bytes.ts'
import { hasShape, isOneOf, isString, optional } from '../base/json.ts'
import type { ContentEncryption, NamedKey, OwnKey, SecretKeys } from './keys.ts'
import { allReady, whenReady, type Awaitable } from '../base/async.ts'
import type { OpeningKey } from '../runtime/engine.ts'

/** The members of a protected header that select the key. */
interface TokenHeader {
  readonly enc: ContentEncryption
  /** If absent, every key is tried. */
  readonly kid?: string
}

/** Characters of the encoded header. */
const MAX_LENGTH = 1024

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

const decode = (segment: string): unknown => {
  const bytes = segment.length > MAX_LENGTH ? null : fromBase64url(segment)
  if (bytes === null) return undefined
  try {
    // `parseJson` drops `__proto__`, but here every member must be checked.
    const header: unknown = JSON.parse(fromUtf8(bytes))
    return header
  } catch {
    return undefined
  }
}

/** Read the protected header of a compact JWE (RFC 7516 §4). `null` if a member or a value is not accepted. */
export const readHeader = (segment: string): TokenHeader | null => {
  const header = decode(segment)
  return hasShape(header, HEADER) ? (header as TokenHeader) : null
}

/** Characters of a token. A session cookie holds less than a fifth of this. */
export const MAX_TOKEN_LENGTH = 65_536

/** The separators between header and IV. With `dir` the encrypted key between them is empty (RFC 7518 §4.5). */
const NO_KEY = '..'

/**
 * The additional authenticated data: the header, and the value that the token is bound to. They are joined as in the JSON
 * serialization of a JWE with the member `aad` (RFC 7516 §5.1 step 14).
 */
const authenticatedData = (header: string, bound: string | undefined): string =>
  bound === undefined ? header : `${header}.${toBase64url(utf8(bound))}`

/** Seal a plaintext as a compact JWE (RFC 7516 §7.1) with `alg` `dir` and `enc` `A256GCM`. */
export const sealJwe = ({ header, key }: OwnKey, plaintext: string, bound?: string): Awaitable<string> =>
  whenReady(key.seal(authenticatedData(header, bound), plaintext), (body) => header + NO_KEY + body)

type Body = readonly [iv: string, ciphertext: string, tag: string]

const readBody = (token: string, from: number): Body | null => {
  const first = token.indexOf('.', from)
  const second = token.indexOf('.', first + 1)
  if (first < 0 || second <= first || token.includes('.', second + 1)) return null
  return [token.slice(from, first), token.slice(first + 1, second), token.slice(second + 1)]
}

/** A token to open. */
interface SealedToken {
  readonly token: string
  readonly purpose: string
  readonly bound: string | undefined
}

const openBody = (key: OpeningKey, header: string, { token, bound }: SealedToken): Awaitable<string | null> => {
  const body = readBody(token, header.length + NO_KEY.length)
  return body === null ? null : key.open(authenticatedData(header, bound), ...body)
}

const openWithAny = (
  keys: readonly NamedKey<OpeningKey>[],
  header: string,
  sealed: SealedToken,
  index = 0,
): Awaitable<string | null> => {
  const candidate = keys[index]
  if (candidate === undefined) return null
  return whenReady(
    openBody(candidate.key, header, sealed),
    (plaintext) => plaintext ?? openWithAny(keys, header, sealed, index + 1),
  )
}

/** Open a token with another header, such as one that the application made with `jose` and the same key. */
const openForeign = (keys: readonly SecretKeys[], sealed: SealedToken): Awaitable<string | null> => {
  const { token, purpose } = sealed
  const segment = token.slice(0, Math.max(0, token.indexOf(NO_KEY)))
  const header = readHeader(segment)
  if (header === null) return null
  const candidates = keys.map((secret) => (header.enc === 'A256GCM' ? secret.own(purpose) : secret.cbc(purpose)))
  return whenReady(allReady<NamedKey<OpeningKey>>(candidates), (named) =>
    openWithAny(header.kid === undefined ? named : named.filter(({ kid }) => kid === header.kid), segment, sealed),
  )
}

const hasHeader = ({ header }: OwnKey, token: string): boolean =>
  token.startsWith(header) && token.startsWith(NO_KEY, header.length)

const openWith = (keys: readonly SecretKeys[], sealed: SealedToken, index: number): Awaitable<string | null> => {
  const secret = keys[index]
  if (secret === undefined) return openForeign(keys, sealed)
  // The headers of this library are constant, so a comparison of text replaces parsing.
  return whenReady(secret.own(sealed.purpose), (own) =>
    hasHeader(own, sealed.token) ? openBody(own.key, own.header, sealed) : openWith(keys, sealed, index + 1),
  )
}

/** The plaintext of a token that was sealed for this purpose and `bound` under any of the secrets, else `null`. */
export const openJwe = (
  keys: readonly SecretKeys[],
  purpose: string,
  token: string,
  bound?: string,
): Awaitable<string | null> => (token.length > MAX_TOKEN_LENGTH ? null : openWith(keys, { token, purpose, bound }, 0))
