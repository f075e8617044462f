import { causeOf } from '../errors/auth-error.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { CookieSerializeOptions, CookiesOptions } from '../types/index.ts'
import { serializeCookie } from '../web/cookies.ts'

export interface CookieDefinition {
  readonly name: string
  readonly options: CookieSerializeOptions
}

/** RFC 9110 §5.6.2: what a cookie's name may be made of. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

/** A cookie whose name and attributes fit into a `Set-Cookie` header. `option` is where they were written. */
export const defineCookie = (name: string, options: CookieSerializeOptions, option: string): CookieDefinition => {
  if (typeof name !== 'string' || !TOKEN.test(name)) {
    const fix = `Change ${option}.name to letters, digits, "-", "_" and ".", such as "app.session"`
    throw new InvalidConfig(`${option}.name cannot be a cookie's name: ${JSON.stringify(name)}`, { option, fix })
  }
  try {
    serializeCookie({ name, value: '', options })
  } catch (error) {
    const fix = `Correct ${option}.options, such as { path: '/', sameSite: 'lax' }`
    throw new InvalidConfig(`${option}.options cannot be a cookie's attributes`, { option, fix, ...causeOf(error) })
  }
  return Object.freeze({ name, options: Object.freeze({ ...options }) })
}

/** Every cookie that the library can set, by its option, with its name without a prefix. */
const NAMES = {
  sessionToken: 'session-token',
  callbackUrl: 'callback-url',
  csrfToken: 'csrf-token',
  // Each attempt and each challenge adds `.` and a suffix to the name.
  state: 'state',
  webauthnChallenge: 'challenge',
  pendingPasskey: 'pending-passkey',
  pendingSignIn: 'pending-sign-in',
  signInInput: 'sign-in-input',
  recentAuthentication: 'recent-authentication',
  rememberedDevice: 'remembered-device',
  locale: 'locale',
  lastProvider: 'last-provider',
  lastPasskey: 'last-passkey',
} as const

type CookieKey = keyof typeof NAMES

export const cookieKeys = Object.keys(NAMES) as readonly CookieKey[]

export type CookieSet = Readonly<Record<CookieKey, CookieDefinition>>

const HOST_PREFIX = '__Host-'

/** Whether only this host can have set a cookie (RFC 6265bis §4.1.3.2). */
export const isHostBound = ({ name }: CookieDefinition): boolean => name.startsWith(HOST_PREFIX)

const resolveCookie = (key: CookieKey, written: Partial<CookiesOptions>, secure: boolean): CookieDefinition => {
  const { name, options } = written[key] ?? {}
  const attributes = { httpOnly: true, sameSite: 'lax' as const, path: '/', secure, ...options }
  // With `__Host-` no other subdomain can inject a cookie. It needs the path `/` and no domain (RFC 6265bis §4.1.3.2).
  const prefix = attributes.path === '/' && attributes.domain === undefined ? HOST_PREFIX : '__Secure-'
  return defineCookie(name ?? `${secure ? prefix : ''}authwright.${NAMES[key]}`, attributes, `cookies.${key}`)
}

/** The names and attributes of all cookies, for a site that is served over https or not. */
export const resolveCookies = (written: Partial<CookiesOptions>, secure: boolean): CookieSet => {
  const cookies = cookieKeys.map((key) => [key, resolveCookie(key, written, secure)] as const)
  const byName = new Map<string, CookieKey>()
  for (const [key, { name }] of cookies) {
    const other = byName.get(name)
    byName.set(name, key)
    if (other === undefined) continue
    const fix = `Change the name of cookies.${other} or cookies.${key}`
    throw new InvalidConfig(`cookies.${other} and cookies.${key} have the same name: "${name}"`, { fix })
  }
  return Object.freeze(Object.fromEntries(cookies) as CookieSet)
}

/** A function of whether the site is served over https, called once for each case. */
export const perScheme = <Value>(make: (secure: boolean) => Value): ((secure: boolean) => Value) => {
  const [secure, open] = [make(true), make(false)]
  return (isSecure) => (isSecure ? secure : open)
}

const standardSets = perScheme((secure) => resolveCookies({}, secure))

export const cookieSets = (written: Partial<CookiesOptions> = {}): ((secure: boolean) => CookieSet) =>
  Object.keys(written).length === 0 ? standardSets : perScheme((secure) => resolveCookies(written, secure))
