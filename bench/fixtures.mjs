// The same input for all libraries: the user, the secret, the origin and the providers.
import { createHash } from 'node:crypto'
export const ORIGIN = 'https://app.example.com'
/** The same in every process. */
export const SECRET = createHash('sha256').update('bench').digest('base64')

export const USER = {
  id: 'u_01JD3Z6X5V8Q2',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: 'https://avatars.example.com/u/1234567?v=4',
}

export const CLAIMS = { sub: USER.id, name: USER.name, email: USER.email, picture: USER.image }

/** Claims of which the token has about the given number of bytes. @param {number} bytes */
export const claimsOf = (bytes) => ({ ...CLAIMS, roles: 'role:tenant:member '.repeat(Math.ceil((bytes * 0.75) / 19)) })

/** Without it, a library that logs would be slower. */
export const silentLogger = { error: () => {}, warn: () => {}, debug: () => {} }

export const client = { clientId: 'client-id', clientSecret: 'client-secret' }
export const ISSUER = 'https://idp.example.net'

export const openId = {
  id: 'oidc',
  name: 'OIDC',
  type: /** @type {const} */ ('oidc'),
  issuer: ISSUER,
  checks: /** @type {const} */ (['pkce', 'state', 'nonce']),
  ...client,
}

/** An OAuth 2.0 provider without OpenID Connect, on the same server. */
export const oauth = {
  id: 'oauth',
  name: 'OAuth',
  type: /** @type {const} */ ('oauth'),
  authorization: `${ISSUER}/authorize`,
  token: `${ISSUER}/token`,
  userinfo: `${ISSUER}/userinfo`,
  checks: /** @type {const} */ (['pkce', 'state']),
  profile: (/** @type {any} */ { id, name, email, picture }) => ({ id, name, email, image: picture }),
  ...client,
}

/** A request of a browser. Each operation creates its own. @param {string} path @param {string} [cookie] */
export const getRequest = (path, cookie = '') =>
  new Request(ORIGIN + path, { headers: cookie === '' ? {} : { cookie } })

/** A form that a browser sends. @param {string} path @param {string} body @param {string} [cookie] */
export const formRequest = (path, body, cookie = '') => {
  const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  return new Request(ORIGIN + path, {
    method: 'POST',
    headers: cookie === '' ? headers : { ...headers, cookie },
    body,
  })
}

/** A cookie, in chunks if it is too long for one. @param {string} name @param {string} value */
export const cookieOf = (name, value) =>
  value.length <= 3936
    ? `${name}=${value}`
    : Array.from({ length: Math.ceil(value.length / 3936) }, (_, i) => [i, value.slice(i * 3936, (i + 1) * 3936)])
        .map(([i, chunk]) => `${name}.${i}=${chunk}`)
        .join('; ')

/** Changes one character of the longest cookie. @param {string} cookie */
export const tamper = (cookie) => {
  const parts = cookie.split('; ')
  const longest = parts.reduce((best, part, i) => (part.length > (parts[best]?.length ?? 0) ? i : best), 0)
  const part = parts[longest] ?? ''
  const at = Math.floor(part.length * 0.6)
  return parts.with(longest, part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1)).join('; ')
}

/** Cookies of other parts of the site, each with 8 bytes. @param {number} count */
export const withJunk = (count) => (/** @type {string} */ cookie) =>
  [...Array.from({ length: count }, (_, i) => `j${String(i).padStart(3, '0')}=abc`), cookie].join('; ')

/** @param {unknown} condition @param {string} what @returns {asserts condition} */
export function assert(condition, what) {
  if (!condition) throw new Error(`Wrong result: ${what}`)
}
