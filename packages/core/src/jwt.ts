import { toHex } from './base/bytes.ts'
import { isObject, parseJson } from './base/json.ts'
import { DAY, toSeconds, isTokenCurrent, isTooOld } from './base/time.ts'
import { keyringFor, listSecrets } from './crypto/secrets.ts'
import { InvalidConfig, MissingSecret } from './errors/error-classes.ts'
import { defaultRuntime } from './runtime/platform.ts'
import type { LegacySessions } from './types/auth-config.ts'
import type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions, LoggerInstance } from './types/index.ts'
import { MAX_LEGACY_CHUNKS, readCandidates, readChunked, readCookies, type CookieJar } from './web/cookies.ts'

export type * from './types/jwt.ts'

/**
 * Seal claims as a session token: a compact JWE, `dir` with `A256GCM` (RFC 7516). `iat`, `exp` and `jti` are always set
 * to new values.
 * @throws MissingSecret, WeakSecret, and InvalidConfig if `maxAge` is not a finite number of seconds.
 * @example
 * const token = await encode({ token: { sub: 'ann' }, secret, salt: 'authwright.session-token' })
 */
export const encode = async <Payload = JWT>({
  token,
  secret,
  maxAge = 30 * DAY,
  salt,
}: JWTEncodeParams<Payload>): Promise<string> => {
  if (!Number.isFinite(maxAge)) throw new InvalidConfig('maxAge must be a number of seconds')
  const iat = toSeconds(defaultRuntime.now())
  const claims = { ...token, iat, exp: iat + Math.floor(maxAge), jti: toHex(defaultRuntime.random(16)) }
  return keyringFor(secret).seal(salt, JSON.stringify(claims))
}

/**
 * Open a session token. Returns its claims, or `null` if none of the secrets opens it for this salt, it was changed, or
 * it is not current: it has expired, has no `exp`, or its `iat` or `nbf` is more than 60 seconds in the future.
 * @throws MissingSecret, WeakSecret. The content of a token never makes it throw.
 * @example
 * const claims = await decode({ token, secret: [newSecret, oldSecret], salt: 'authwright.session-token' })
 */
export const decode = async <Payload = JWT>({ token, secret, salt }: JWTDecodeParams): Promise<Payload | null> => {
  const keyring = keyringFor(secret)
  if (typeof token !== 'string' || token === '') return null
  const plaintext = await keyring.open(salt, token)
  const claims = plaintext === null ? undefined : parseJson(plaintext)
  if (!isObject(claims) || !isTokenCurrent(claims, defaultRuntime.now() / 1000)) return null
  // The caller names the type of what it sealed.
  return claims as Payload
}

/**
 * The headers of a request: a `Headers` object, or the plain object of Node.
 * @example const headers: TokenHeaders = { cookie: 'authwright.session-token=…' }
 */
export type TokenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const readHeader = (headers: TokenHeaders, name: string): string | null => {
  // Test for a method: frameworks and tests have `Headers` classes of their own.
  if (typeof headers['get'] === 'function') return (headers as Headers).get(name)
  const value = (headers as Exclude<TokenHeaders, Headers>)[name]
  return typeof value === 'object' ? value.join('; ') : (value ?? null)
}

/** RFC 6750 §2.1. The scheme is case-insensitive (RFC 9110 §11.1). */
const readBearer = (headers: TokenHeaders): string | undefined => {
  const token = /^bearer +([^ ]+)$/i.exec(readHeader(headers, 'authorization') ?? '')?.[1]
  try {
    return token === undefined ? undefined : decodeURIComponent(token)
  } catch {
    return undefined
  }
}

/**
 * Where `getToken` finds the session token, and how it opens it.
 * @example const params: GetTokenParams = { req: request, secret, cookieName: 'sid' }
 */
export interface GetTokenParams<Raw extends boolean = boolean> {
  /**
   * A `Request`, or an object with its headers.
   * @example req: new Request('https://app.example.com/')
   */
  req: {
    /**
     * The headers, of which `cookie` has the session.
     * @example headers: new Headers({ cookie: 'authwright.session-token=…' })
     */
    readonly headers: TokenHeaders
  }
  /**
   * The secret or secrets that sealed the token. Not needed with `raw: true`.
   * @example secret: [newSecret, oldSecret]
   */
  secret?: string | readonly string[]
  /**
   * Whether to read the cookies of https applications (`__Host-…`, or `__Secure-…`). @default all, those first
   * @example secureCookie: true
   */
  secureCookie?: boolean
  /**
   * The name of the session cookie. @default the default names
   * @example cookieName: 'sid'
   */
  cookieName?: string
  /**
   * What the token was sealed for. @default the name of the cookie
   * @example salt: 'sid'
   */
  salt?: string
  /**
   * `session.absoluteMaxAge` of the config, in seconds. @default 7776000
   * @example absoluteMaxAge: 30 * 24 * 60 * 60
   */
  absoluteMaxAge?: number
  /**
   * Opens the token instead of `decode`. If it throws, `getToken` returns `null`.
   * @example decode: async ({ token, salt }) => openOldToken(token, salt)
   */
  decode?: JWTOptions['decode']
  /**
   * `legacySessions` of the config, such as `fromAuthJs` returns it. Without a session of this library, one of the library that the
   * application used before is read, until that option's date. @default such sessions are not read
   * @example legacySessions: { cookies: () => [{ name: 'old-session' }], until: '2027-06-30' }
   */
  legacySessions?: LegacySessions
  /**
   * Return the token as the request carries it, unopened. @default false
   * @example raw: true
   */
  raw?: Raw
  /**
   * Where a warning is written. @default the console
   * @example logger: { warn: (code) => console.warn(code) }
   */
  logger?: Partial<LoggerInstance>
}

const COOKIE = 'authwright.session-token'
/** The second name is used if the cookie has a domain or a path. A token is sealed for the name of its cookie. */
const SECURE_COOKIES = [`__Host-${COOKIE}`, `__Secure-${COOKIE}`]

const cookieNames = ({ cookieName, secureCookie }: GetTokenParams): readonly string[] => {
  if (cookieName !== undefined) return [cookieName]
  if (secureCookie === undefined) return [...SECURE_COOKIES, COOKIE]
  return secureCookie ? SECURE_COOKIES : [COOKIE]
}

/** The claims of a token for the first salt that opens it; none if its session has ended. */
const openFor = async (
  { decode: custom, logger, absoluteMaxAge = 90 * DAY }: GetTokenParams,
  sealed: Omit<JWTDecodeParams, 'salt'>,
  salts: readonly string[],
): Promise<readonly JWT[]> => {
  // A custom `decode` may throw for a token it cannot open. That must not fail the request.
  const decodeSafely = async (params: JWTDecodeParams): Promise<JWT | null> => {
    try {
      return (await custom?.(params)) ?? null
    } catch (error) {
      logger?.debug?.('decode threw', { name: error instanceof Error ? error.name : typeof error })
      return null
    }
  }
  for (const salt of salts) {
    const claims = await (custom === undefined ? decode : decodeSafely)({ ...sealed, salt })
    if (claims !== null) return isTooOld(claims, absoluteMaxAge, defaultRuntime.now() / 1000) ? [] : [claims]
  }
  return []
}

/** The claims of the first session of the library that the application used before. They must have an `exp`. */
const openLegacy = async (params: GetTokenParams, jar: CookieJar, secret: readonly string[]): Promise<JWT | null> => {
  const { legacySessions: legacy, secureCookie } = params
  const now = defaultRuntime.now()
  if (legacy?.decode === undefined || !(new Date(legacy.until).getTime() > now)) return null
  const { decode: custom } = legacy
  const kinds = secureCookie === undefined ? [true, false] : [secureCookie]
  for (const { name } of kinds.flatMap((isSecure) => legacy.cookies(isSecure))) {
    const token = readChunked(jar, name, MAX_LEGACY_CHUNKS)
    const opened = token === undefined ? [] : await openFor({ ...params, decode: custom }, { token, secret }, [name])
    const [claims] = opened.filter((each) => isTokenCurrent(each, now / 1000))
    if (claims !== undefined) return claims
  }
  return null
}

/**
 * Read and open the session token of a request, from the session cookie or the `Authorization: Bearer` header. `null`
 * without a valid token, or if the token shows that its session has ended. For the `jwt` session strategy.
 * @throws InvalidConfig without `req`; MissingSecret, WeakSecret if there is a token to open and no usable secret.
 * @example
 * const claims = await getToken({ req: request, secret })
 */
export function getToken<Raw extends boolean = false>(
  params: GetTokenParams<Raw>,
): Promise<Raw extends true ? string : JWT | null>
export async function getToken(params: GetTokenParams): Promise<string | JWT | null> {
  // Callers without types forget `req`; this message names it.
  if (!params?.req?.headers) throw new InvalidConfig('getToken needs req, a request with its headers')
  const { headers } = params.req
  const names = cookieNames(params)
  const jar = readCookies(readHeader(headers, 'cookie'))
  const bearer = readBearer(headers)
  if (params.raw === true) return names.map((name) => readChunked(jar, name)).find(Boolean) ?? bearer ?? null
  const name = names.find((each) => readCandidates(jar, each).length > 0)
  const tokens = name === undefined ? [bearer ?? ''] : readCandidates(jar, name)
  if (tokens[0] === '' && params.legacySessions === undefined) return null
  const secret = listSecrets(params.secret)
  if (secret.length === 0) throw new MissingSecret('getToken needs the secret that sealed the token')
  const { salt = name } = params
  const salts = salt === undefined ? names : [salt]
  const own = tokens.filter((token) => token !== '')
  const opened = (await Promise.all(own.map((token) => openFor(params, { token, secret }, salts)))).flat()
  const [claims, other] = opened
  if (claims === undefined) return openLegacy(params, jar, secret)
  // If two tokens open, an attacker injected one of them.
  return other === undefined ? claims : null
}
