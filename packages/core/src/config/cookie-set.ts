import { causeOf } from '../errors/cause-of.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { CookieSerializeOptions } from '../types/http.ts'
import type { CookiesOptions } from '../types/config-options.ts'
import { serializeCookie } from '../web/cookies.ts'

/** A cookie's name and attributes, worked out. */
export interface CookieDefinition {
  readonly name: string
  readonly options: CookieSerializeOptions
}

/** The cookies of this library. */
export interface CookieSet {
  readonly session: CookieDefinition
  readonly callbackUrl: CookieDefinition
  readonly csrf: CookieDefinition
  /** Each attempt adds `.` and a suffix to the name. */
  readonly attempt: CookieDefinition
  readonly challenge: CookieDefinition
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

const kind = (
  written: CookiesOptions[keyof CookiesOptions] | undefined,
  name: string,
  secure: boolean,
  option: string,
): CookieDefinition =>
  defineCookie(
    written?.name ?? name,
    { httpOnly: true, sameSite: 'lax' as const, path: '/', secure, ...written?.options },
    `cookies.${option}`,
  )

/** The names and attributes of all cookies, for a site that is served securely or not. */
export const resolveCookies = (written: Partial<CookiesOptions>, secure: boolean): CookieSet => {
  const prefix = secure ? '__Secure-' : ''
  const set: CookieSet = {
    session: kind(written.sessionToken, `${prefix}authwright.session-token`, secure, 'sessionToken'),
    callbackUrl: kind(written.callbackUrl, `${prefix}authwright.callback-url`, secure, 'callbackUrl'),
    // A host-bound cookie cannot be planted by a sibling subdomain (RFC 6265bis §4.1.3.2).
    csrf: kind(written.csrfToken, `${secure ? '__Host-' : ''}authwright.csrf-token`, secure, 'csrfToken'),
    attempt: kind(written.state, `${prefix}authwright.state`, secure, 'state'),
    challenge: kind(written.webauthnChallenge, `${prefix}authwright.challenge`, secure, 'webauthnChallenge'),
    locale: kind(written.locale, `${prefix}authwright.locale`, secure, 'locale'),
    lastProvider: kind(written.lastProvider, `${prefix}authwright.last-provider`, secure, 'lastProvider'),
  }
  const names = Object.values(set).map((cookie: CookieDefinition) => cookie.name)
  if (new Set(names).size !== names.length) throw new InvalidConfig('Two cookies have the same name', { names })
  return Object.freeze(set)
}

/**
 * A cookie beside another one, bound to the host where the other's attributes allow it, so that no sibling subdomain can plant
 * one (RFC 6265bis §4.1.3.2).
 */
export const hostBound = ({ name, options }: CookieDefinition, suffix: string): CookieDefinition => {
  const isOfHost = options.domain === undefined && options.path === '/' && options.secure === true
  return { name: `${isOfHost ? name.replace(/^__Secure-/, '__Host-') : name}.${suffix}`, options }
}

const plain = { secure: resolveCookies({}, true), open: resolveCookies({}, false) }

/** The cookie sets of a config, each made once. */
export const cookieSets = (written: Partial<CookiesOptions> | undefined): ((secure: boolean) => CookieSet) => {
  if (written === undefined || Object.keys(written).length === 0)
    return (secure) => (secure ? plain.secure : plain.open)
  const sets = { secure: resolveCookies(written, true), open: resolveCookies(written, false) }
  return (secure) => (secure ? sets.secure : sets.open)
}
