import { allReady, whenReady } from '../base/awaitable.ts'
import type { Awaitable } from '../base/awaitable.ts'
import { toBase64url, utf8 } from '../base/bytes.ts'
import type { OpeningKey } from '../runtime/engine.ts'
import { readHeader } from './header.ts'
import type { NamedKey, OwnKey, SecretKeys } from './keys.ts'

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
