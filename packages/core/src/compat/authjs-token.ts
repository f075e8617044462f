import { whenReady } from '../base/awaitable.ts'
import type { Awaitable } from '../base/awaitable.ts'
import { isObject, parseJson } from '../base/json.ts'
import { BoundedMap } from '../crypto/bounded-map.ts'
import { readHeader } from '../crypto/header.ts'
import type { OpeningKey } from '../runtime/engine.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import type { JWT, JWTDecodeParams } from '../types/jwt.ts'

/** How one generation of the library seals session tokens: compact JWE, `dir`, under a key that HKDF-SHA-256 derives. */
interface Format {
  readonly enc: 'A256GCM' | 'A256CBC-HS512'
  /** What stands for the cookie's name in salt and label. */
  readonly salt: (cookieName: string) => string
  readonly label: (salt: string) => string
}

const AUTHJS: Format = {
  enc: 'A256CBC-HS512',
  salt: (cookieName) => cookieName,
  label: (salt) => `Auth.js Generated Encryption Key (${salt})`,
}

const NEXT_AUTH_4: Format = {
  enc: 'A256GCM',
  // Session tokens of that generation are sealed for no cookie in particular.
  salt: () => '',
  label: () => 'NextAuth.js Generated Encryption Key',
}

/** Two names of the cookie and ten secrets at most, for many tenants. */
const keys = new BoundedMap<string, Awaitable<OpeningKey>>(1024)

const deriveKey = (format: Format, secret: string, salt: string): Awaitable<OpeningKey> => {
  const { derive, cbcKey, gcmKey } = defaultRuntime.crypto
  return format.enc === 'A256CBC-HS512'
    ? whenReady(derive({ secret, salt, info: format.label(salt), length: 64 }), cbcKey)
    : whenReady(derive({ secret, salt, info: format.label(salt), length: 32 }), gcmKey)
}

const keyOf = (format: Format, secret: string, salt: string): Awaitable<OpeningKey> => {
  const name = JSON.stringify([format.enc, salt, secret])
  const key = keys.get(name) ?? deriveKey(format, secret, salt)
  keys.set(name, key)
  return key
}

type Parts = readonly [header: string, iv: string, ciphertext: string, tag: string]

/** RFC 7516 §7.1; with `dir` the encrypted key is empty. The one encryption of the format is opened, whatever else is said. */
const readParts = (format: Format, token: string): Parts | null => {
  const [header = '', key, iv, ciphertext, tag, more] = token.split('.')
  if (key !== '' || iv === undefined || ciphertext === undefined || tag === undefined || more !== undefined) return null
  return readHeader(header)?.enc === format.enc ? [header, iv, ciphertext, tag] : null
}

const isClaims = (value: unknown): value is JWT => isObject(value)

/** Opens tokens of one format. `null` when no secret does; whether the claims are current is not asked. */
export type OpenToken = (params: JWTDecodeParams) => Promise<JWT | null>

const open = async (format: Format, { token, secret, salt }: JWTDecodeParams): Promise<JWT | null> => {
  const parts = typeof token === 'string' ? readParts(format, token) : null
  if (parts === null) return null
  for (const own of typeof secret === 'string' ? [secret] : secret) {
    // A header may name its key; whether a key opens the token says it better.
    const key = await keyOf(format, own, format.salt(salt))
    const plaintext = await key.open(...parts)
    const claims = plaintext === null ? undefined : parseJson(plaintext)
    if (isClaims(claims)) return claims
  }
  return null
}

/** Auth.js 5: `@auth/core` and what stands on it. */
export const openAuthJs: OpenToken = (params) => open(AUTHJS, params)

/** What else that generation sealed under this very key, before 4.24.5: the checks of an attempt, which are nobody's session. */
const CHECKS: ReadonlySet<string> = new Set(['state', 'nonce', 'code_verifier', 'value'])

const TIMES: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti'])

const isCheck = (claims: JWT): boolean => {
  const own = Object.keys(claims).filter((name) => !TIMES.has(name))
  return own.length === 1 && own.every((name) => CHECKS.has(name))
}

/** `next-auth` 4. */
export const openNextAuth4: OpenToken = async (params) => {
  const claims = await open(NEXT_AUTH_4, params)
  return claims === null || isCheck(claims) ? null : claims
}
