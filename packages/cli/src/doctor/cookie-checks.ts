import type { AuthConfig } from '@authwright/core'
import { group, isLoopback, list, type Facts } from './check.ts'

type CookieOption = NonNullable<NonNullable<AuthConfig['cookies']>['sessionToken']>

const cookiesOf = ({ config }: Facts): readonly (readonly [string, CookieOption])[] =>
  Object.entries(config.cookies ?? {}).flatMap(([key, option]) =>
    option === undefined ? [] : [[key, option as CookieOption] as const],
  )

/** What is wrong with each cookie of the config. */
const each = (facts: Facts, problemOf: (option: CookieOption, key: string) => string | undefined): string | undefined =>
  list(
    cookiesOf(facts).flatMap(([key, option]) => {
      const problem = problemOf(option, key)
      return problem === undefined ? [] : [`cookies.${key} ${problem}`]
    }),
  )

/** Hosts below which others can register names. A cookie for one of them would be sent to all. */
const SHARED =
  /^(?:[^.]+|(?:co|com|org|net|ac|gov)\.[a-z]{2}|(?:vercel|netlify|fly|web|herokuapp|onrender|pages|workers|github|gitlab|azurewebsites|railway|deno)\.(?:app|dev|com|io|net|page))$/

const DAY = 86_400

export const cookieChecks = group('cookies', 'docs/reference/cookies.md', {
  insecure: {
    level: 'fail',
    why: 'the browser also sends them over http, where an attacker on the network can read them',
    fix: 'remove useSecureCookies: false',
    find: ({ config, origin }) =>
      config.useSecureCookies === false && origin?.protocol === 'https:'
        ? 'useSecureCookies is false, and the address is https'
        : undefined,
  },
  unsent: {
    level: 'fail',
    why: 'a browser does not store cookies with Secure over http, so no user stays signed in',
    fix: 'serve the application over https, or remove useSecureCookies: true',
    find: ({ config, origin }) =>
      config.useSecureCookies === true && origin?.protocol === 'http:' && !isLoopback(origin.hostname)
        ? 'useSecureCookies is true, and the address is http'
        : undefined,
  },
  domain: {
    level: 'fail',
    why: 'a browser refuses a cookie for a domain that the host is not part of, or that belongs to many',
    fix: 'leave the domain out, or use the domain that your hosts share',
    find: (facts) =>
      each(facts, ({ options: { domain } = {} }) => {
        if (domain === undefined) return undefined
        const name = domain.replace(/^\./, '').toLowerCase()
        if (SHARED.test(name) && name !== 'localhost') return `has the domain ${domain}, which others share`
        const host = facts.origin?.hostname ?? name
        return host === name || host.endsWith(`.${name}`)
          ? undefined
          : `has the domain ${domain}, and the host is ${host}`
      }),
  },
  'same-site': {
    level: 'fail',
    why: 'the browser does not send it when the user comes back from a provider, so every sign-in there fails',
    fix: "set sameSite: 'lax'",
    find: (facts) =>
      each(facts, ({ options: { sameSite } = {} }, key) =>
        ['state', 'pkceCodeVerifier', 'nonce', 'callbackUrl'].includes(key) &&
        (sameSite === 'strict' || sameSite === true)
          ? 'has sameSite: "strict"'
          : undefined,
      ),
  },
  'cross-site': {
    level: 'warn',
    why: 'other sites can make requests with the session of the user',
    fix: "set sameSite: 'lax' unless the application runs in frames of other sites",
    find: (facts) =>
      each(facts, ({ options: { sameSite } = {} }) => (sameSite === 'none' ? 'has sameSite: "none"' : undefined)),
  },
  readable: {
    level: 'fail',
    why: 'a script on a page, also an injected one, can send it elsewhere',
    fix: 'remove httpOnly: false',
    find: (facts) => each(facts, ({ options }) => (options?.httpOnly === false ? 'has httpOnly: false' : undefined)),
  },
  prefix: {
    level: 'fail',
    why: 'a browser does not store a cookie whose name promises more than its attributes hold (RFC 6265bis 4.1.3)',
    fix: '__Host- needs Secure, the path / and no domain; __Secure- needs Secure',
    find: (facts) =>
      each(facts, ({ name = '', options: { domain, path = '/', secure = true } = {} }) => {
        if (/^__Host-/i.test(name) && (domain !== undefined || path !== '/' || !secure)) return `is called ${name}`
        return /^__Secure-/i.test(name) && !secure ? `is called ${name}` : undefined
      }),
  },
  'max-age': {
    level: 'warn',
    why: 'browsers delete cookies after 400 days',
    fix: 'set session.maxAge to at most 34,560,000 seconds',
    find: ({ config }) => {
      const { maxAge = 0 } = config.session ?? {}
      return maxAge > 400 * DAY ? `session.maxAge is ${Math.round(maxAge / DAY)} days` : undefined
    },
  },
})
