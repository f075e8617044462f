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

/** Without it, a library that logs would be slower. */
export const silentLogger = { error: () => {}, warn: () => {}, debug: () => {} }

export const credentials = { credentials: {}, authorize: () => USER }
export const client = { clientId: 'client-id', clientSecret: 'client-secret' }
export const openId = {
  id: 'oidc',
  name: 'OIDC',
  type: /** @type {const} */ ('oidc'),
  issuer: 'https://idp.example.net',
  ...client,
}

/** An OAuth 2.0 provider without OpenID Connect, on the same server. */
export const oauth = {
  id: 'oauth',
  name: 'OAuth',
  type: /** @type {const} */ ('oauth'),
  authorization: `${openId.issuer}/authorize`,
  token: `${openId.issuer}/token`,
  userinfo: `${openId.issuer}/userinfo`,
  ...client,
}

/** A request of a browser. Each operation creates its own. @param {string} cookie */
export const sessionRequest = (cookie) =>
  new Request(`${ORIGIN}/auth/session`, { headers: cookie === '' ? {} : { cookie } })

/** The cookies of a signed-in browser. @param {string} library @param {string} token */
export const cookieHeader = (library, token) =>
  [
    `__Host-${library}.csrf-token=${'0123456789abcdef'.repeat(4)}%7C${'0123456789abcdef'.repeat(4)}`,
    `${library === 'authjs' ? '__Secure-' : '__Host-'}${library}.callback-url=${encodeURIComponent(ORIGIN)}`,
    `${library === 'authjs' ? '__Secure-' : '__Host-'}${library}.session-token=${token}`,
  ].join('; ')

/** Changes one character of the ciphertext. @param {string} token */
export const tamper = (token) => {
  const at = Math.floor(token.length * 0.8)
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}

/** @param {unknown} condition @param {string} what */
export const assert = (condition, what) => {
  if (!condition) throw new Error(`Wrong result: ${what}`)
}
