import { allReady, whenReady } from '../base/awaitable.ts'
import type { Awaitable } from '../base/awaitable.ts'
import { toBase64url, utf8 } from '../base/bytes.ts'
import type { OpeningKey } from '../runtime/engine.ts'
import { readHeader } from './header.ts'
import type { NamedKey, OwnKey, SecretKeys } from './keys.ts'

/** Characters of a token. Cookies hold less than a fifth of it, and a bearer token has no business being longer. */
export const MAX_TOKEN_LENGTH = 65_536

/** Between header and content: with `dir` there is no encrypted key (RFC 7518 §4.5). */
const NO_KEY = '..'

/**
 * What is authenticated with the content: the header, and what else the token is bound to, which does not stand in it. The
 * two are put together as in the JSON serialization of a JWE (RFC 7516 §5.1 step 14, its member `aad`).
 */
const authenticated = (header: string, bound: string | undefined): string =>
  bound === undefined ? header : `${header}.${toBase64url(utf8(bound))}`

/** A compact JWE (RFC 7516 §7.1): `alg` `dir`, `enc` `A256GCM`. It opens for what it is bound to alone. */
export const sealToken = ({ header, key }: OwnKey, plaintext: string, bound?: string): Awaitable<string> =>
  whenReady(key.seal(authenticated(header, bound), plaintext), (body) => header + NO_KEY + body)

type Body = readonly [iv: string, ciphertext: string, tag: string]

const readBody = (token: string, from: number): Body | null => {
  const first = token.indexOf('.', from)
  const second = token.indexOf('.', first + 1)
  if (first < 0 || second <= first || token.includes('.', second + 1)) return null
  return [token.slice(from, first), token.slice(first + 1, second), token.slice(second + 1)]
}

/** A token to be opened, and what it is for. */
interface Closed {
  readonly token: string
  readonly purpose: string
  readonly bound: string | undefined
}

const openBody = (key: OpeningKey, header: string, { token, bound }: Closed): Awaitable<string | null> => {
  const body = readBody(token, header.length + NO_KEY.length)
  return body === null ? null : key.open(authenticated(header, bound), ...body)
}

const openWithAny = (
  keys: readonly NamedKey<OpeningKey>[],
  header: string,
  closed: Closed,
  at = 0,
): Awaitable<string | null> => {
  const named = keys[at]
  if (named === undefined) return null
  return whenReady(
    openBody(named.key, header, closed),
    (plaintext) => plaintext ?? openWithAny(keys, header, closed, at + 1),
  )
}

/** Open a token that somebody else made with our key, such as `jose`: its header has to be read first. */
const openForeign = (keys: readonly SecretKeys[], closed: Closed): Awaitable<string | null> => {
  const { token, purpose } = closed
  const segment = token.slice(0, Math.max(0, token.indexOf(NO_KEY)))
  const header = readHeader(segment)
  if (header === null) return null
  const candidates = keys.map((secret) => (header.enc === 'A256GCM' ? secret.own(purpose) : secret.cbc(purpose)))
  return whenReady(allReady<NamedKey<OpeningKey>>(candidates), (named) =>
    openWithAny(header.kid === undefined ? named : named.filter(({ kid }) => kid === header.kid), segment, closed),
  )
}

const isOwn = ({ header }: OwnKey, token: string): boolean =>
  token.startsWith(header) && token.startsWith(NO_KEY, header.length)

const openWith = (keys: readonly SecretKeys[], closed: Closed, at: number): Awaitable<string | null> => {
  const secret = keys[at]
  if (secret === undefined) return openForeign(keys, closed)
  // Our own headers are known word for word, so comparing them as text is all the parsing they need.
  return whenReady(secret.own(closed.purpose), (own) =>
    isOwn(own, closed.token) ? openBody(own.key, own.header, closed) : openWith(keys, closed, at + 1),
  )
}

/** The plaintext of a token that any of the secrets' keys sealed for this purpose, bound to the same, else `null`. */
export const openToken = (
  keys: readonly SecretKeys[],
  purpose: string,
  token: string,
  bound?: string,
): Awaitable<string | null> => (token.length > MAX_TOKEN_LENGTH ? null : openWith(keys, { token, purpose, bound }, 0))
