// Libraries for sessions in a cookie, without sign-in: iron-session, and jose with a key that is kept.
import { hkdfSync } from 'node:crypto'
import { getIronSession } from 'iron-session'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { storeCookies, toCookieHeader } from '../browser.mjs'
import { assert, CLAIMS, claimsOf, cookieOf, getRequest, SECRET, USER } from '../fixtures.mjs'

const options = { cookieName: 'app', password: SECRET, ttl: 30 * 86400, chunk: true }

/** @typedef {{ bytes?: number, isSignedIn?: boolean, cookie?: (cookie: string) => string }} How */

/**
 * An application that responds with the session.
 * @param {string} cookie @param {(request: Request) => Promise<any>} read @param {How} how
 */
const application = (cookie, read, { isSignedIn = true, cookie: change = (same) => same }) => {
  const header = change(cookie)
  const run = async () => {
    const { name, email, picture } = (await read(getRequest('/me', header))) ?? {}
    return Response.json(email === undefined ? null : { user: { name, email, image: picture } })
  }
  const check = async () => {
    const body = await (await run()).json()
    assert(isSignedIn ? body?.user.email === USER.email : body === null, JSON.stringify(body))
  }
  return { run, check }
}

/** @param {number | undefined} bytes */
const claims = (bytes) => (bytes === undefined ? CLAIMS : claimsOf(bytes))

const sealIron = async (/** @type {number | undefined} */ bytes) => {
  const response = new Response()
  const session = await getIronSession(getRequest('/'), response, options)
  Object.assign(session, claims(bytes))
  await session.save()
  return toCookieHeader(storeCookies(response))
}

export const ironSession = async (/** @type {How} */ how = {}) =>
  application(await sealIron(how.bytes), (request) => getIronSession(request, new Response(), options), how)

/** Reads the session in application code. */
export const ironSessionInCode = async () => {
  const cookie = await sealIron(undefined)
  const run = () => getIronSession({ headers: new Headers({ cookie }) }, new Response(), options)
  return { run, check: async () => assert((await run()).email === USER.email, 'iron-session') }
}

const algorithms = { A256GCM: 32, 'A256CBC-HS512': 64 }

/** @param {keyof typeof algorithms} enc */
const makeJose = (enc) => {
  const key = new Uint8Array(hkdfSync('sha256', SECRET, 'salt', 'info', algorithms[enc]))
  const find = (/** @type {string | null} */ header) => {
    const found = (header ?? '').split('; ').filter((pair) => pair.startsWith('session'))
    return found.map((pair) => pair.slice(pair.indexOf('=') + 1)).join('')
  }
  return {
    seal: (/** @type {any} */ payload) =>
      new EncryptJWT(payload)
        .setProtectedHeader({ alg: 'dir', enc })
        .setIssuedAt()
        .setExpirationTime('30d')
        .encrypt(key),
    open: async (/** @type {string | null} */ header) => {
      const token = find(header)
      if (token === '') return undefined
      try {
        return (await jwtDecrypt(token, key)).payload
      } catch {
        return undefined
      }
    },
  }
}

export const jose = async (/** @type {How} */ how = {}, enc = /** @type {keyof typeof algorithms} */ ('A256GCM')) => {
  const { seal, open } = makeJose(enc)
  const cookie = cookieOf('session', await seal(claims(how.bytes)))
  return application(cookie, (request) => open(request.headers.get('cookie')), how)
}

export const joseInCode = async () => {
  const { seal, open } = makeJose('A256GCM')
  const cookie = cookieOf('session', await seal(CLAIMS))
  const run = () => open(new Headers({ cookie }).get('cookie'))
  return { run, check: async () => assert((await run())?.email === USER.email, 'jose') }
}
