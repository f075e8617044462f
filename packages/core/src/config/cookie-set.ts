import { causeOf } from '../errors/auth-error.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { CookieSerializeOptions } from '../types/http.ts'
import type { CookiesOptions } from '../types/config-options.ts'
import { serializeCookie } from '../web/cookies.ts'

/** A cookie's name and attributes, worked out. */
export interface CookieDefinition {
  readonly name: string
  readonly options: CookieSerializeOptions
}

/** Every cookie that the library can set. */
export interface CookieSet {
  readonly session: CookieDefinition
  readonly callbackUrl: CookieDefinition
  readonly csrf: CookieDefinition
  /** A sign-in in progress. Each adds `.` and a suffix to the name. */
  readonly attempt: CookieDefinition
  /** A passkey ceremony in progress. Each adds `.` and a suffix to the name. */
  readonly challenge: CookieDefinition
  /** A new passkey that waits for the verification of an e-mail address. */
  readonly pendingPasskey: CookieDefinition
  /** A sign-in that still requires a step. Long values are split into parts. */
  readonly pendingSignIn: CookieDefinition
  readonly recentAuthentication: CookieDefinition
  readonly rememberedDevice: CookieDefinition
  readonly locale: CookieDefinition
  readonly lastProvider: CookieDefinition
}

/** RFC 9110 §5.6.2: what a cookie's name may be made of. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

/** A cookie, once its name and attributes are known to fit into a `Set-Cookie` header. `option` is where they were written. */
export const defineCookie = (name: string, options: CookieSerializeOptions, option: string): CookieDefinition => {
  if (typeof name !== 'string' || !TOKEN.test(name)) {
    throw new InvalidConfig(`${option}.name cannot be a cookie's name`)
  }
  try {
    serializeCookie({ name, value: '', options })
  } catch (error) {
    throw new InvalidConfig(`${option}.options cannot be a cookie's attributes`, causeOf(error))
  }
  return Object.freeze({ name, options: Object.freeze({ ...options }) })
}

interface CookieEntry {
  /** The option under `cookies`. */
  readonly option: keyof CookiesOptions
  /** The name without a prefix. */
  readonly name: string
  /**
   * On https the prefix `__Host-` binds a cookie to its host, so no other subdomain can inject one (RFC 6265bis §4.1.3.2). It
   * needs the path `/` and no domain; otherwise, and for the cookies that applications share, the prefix is `__Secure-`.
   */
  readonly isHostBound?: boolean
}

const ENTRIES: Readonly<Record<keyof CookieSet, CookieEntry>> = {
  session: { option: 'sessionToken', name: 'session-token' },
  callbackUrl: { option: 'callbackUrl', name: 'callback-url' },
  csrf: { option: 'csrfToken', name: 'csrf-token', isHostBound: true },
  attempt: { option: 'state', name: 'state' },
  challenge: { option: 'webauthnChallenge', name: 'challenge' },
  pendingPasskey: { option: 'pendingPasskey', name: 'pending-passkey', isHostBound: true },
  pendingSignIn: { option: 'pendingSignIn', name: 'pending-sign-in', isHostBound: true },
  recentAuthentication: { option: 'recentAuthentication', name: 'recent-authentication', isHostBound: true },
  rememberedDevice: { option: 'rememberedDevice', name: 'remembered-device', isHostBound: true },
  locale: { option: 'locale', name: 'locale' },
  lastProvider: { option: 'lastProvider', name: 'last-provider' },
}

const prefixOf = ({ isHostBound }: CookieEntry, { path, domain, secure }: CookieSerializeOptions): string => {
  if (secure !== true) return ''
  return isHostBound === true && path === '/' && domain === undefined ? '__Host-' : '__Secure-'
}

const resolveCookie = (entry: CookieEntry, written: Partial<CookiesOptions>, secure: boolean): CookieDefinition => {
  const { name, options } = written[entry.option] ?? {}
  const attributes = { httpOnly: true, sameSite: 'lax' as const, path: '/', secure, ...options }
  const standard = `${prefixOf(entry, { ...attributes, secure })}authwright.${entry.name}`
  return defineCookie(name ?? standard, attributes, `cookies.${entry.option}`)
}

/** The names and attributes of all cookies, for a site that is served over https or not. */
export const resolveCookies = (written: Partial<CookiesOptions>, secure: boolean): CookieSet => {
  const entries = Object.entries(ENTRIES).map(([key, entry]) => [key, resolveCookie(entry, written, secure)] as const)
  const names = entries.map(([, { name }]) => name)
  if (new Set(names).size !== names.length) throw new InvalidConfig('Two cookies have the same name', { names })
  return Object.freeze(Object.fromEntries(entries) as unknown as CookieSet)
}

const plain = { secure: resolveCookies({}, true), open: resolveCookies({}, false) }

/** The cookie sets of a config, each made once. */
export const cookieSets = (written: Partial<CookiesOptions> | undefined): ((secure: boolean) => CookieSet) => {
  if (written === undefined || Object.keys(written).length === 0)
    return (secure) => (secure ? plain.secure : plain.open)
  const sets = { secure: resolveCookies(written, true), open: resolveCookies(written, false) }
  return (secure) => (secure ? sets.secure : sets.open)
}
