// Clients for OAuth without users and sessions: arctic and openid-client, in the least that an application writes around them.
// The session is sealed by jose with a kept key; the attempt is in plain cookies (arctic) or sealed too (openid-client).
import * as arctic from 'arctic'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as client from 'openid-client'
import { assert, formRequest, getRequest, ISSUER, ORIGIN } from '../fixtures.mjs'
import { makeIdentityProvider, sharedProvider } from '../identity-provider.mjs'
import { storeCookies, toCookieHeader } from '../browser.mjs'

const CALLBACK = `${ORIGIN}/auth/callback/oauth`
const key = crypto.getRandomValues(new Uint8Array(32))
const attributes = 'Path=/; Max-Age=900; HttpOnly; Secure; SameSite=Lax'

/** @param {any} claims */
const seal = (claims) => new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)

/** @param {string} location @param {Readonly<Record<string, string>>} cookies */
const redirect = (location, cookies) => {
  const response = new Response(null, { status: 302, headers: { location } })
  for (const [name, value] of Object.entries(cookies))
    response.headers.append('set-cookie', `${name}=${value}; ${attributes}`)
  return response
}

/** @param {Request} request */
const readCookies = (request) =>
  Object.fromEntries((request.headers.get('cookie') ?? '').split('; ').map((pair) => pair.split('=', 2)))

/**
 * The entries of both requests.
 * @param {(request: Request) => Promise<Response>} begin
 * @param {(request: Request) => Promise<Response>} finish
 * @param {(query: URLSearchParams) => Promise<void>} [prepare]
 */
const makeEntries = async (begin, finish, prepare = async () => {}) => {
  const start = () => begin(formRequest('/auth/signin/oauth', 'a=b', 'a=b'))
  const response = await start()
  const query = new URL(response.headers.get('location') ?? '').searchParams
  await prepare(query)
  const header = toCookieHeader(storeCookies(response))
  const path = `/auth/callback/oauth?${new URLSearchParams({ code: 'code', state: query.get('state') ?? '' })}`
  const callback = () => finish(getRequest(path, header))
  const check = async () => {
    const { headers } = await callback()
    assert(
      headers.getSetCookie().some((line) => line.startsWith('session=ey')),
      'callback',
    )
  }
  const checkStart = async () => assert((await start()).headers.get('location')?.includes('code_challenge='), 'start')
  return { start: { run: start, check: checkStart }, callback: { run: callback, check } }
}

/** @param {'oauth' | 'oidc'} kind @param {{ verifies?: boolean }} [options] */
export const openidClient = async (kind, { verifies = false } = {}) => {
  const idp = makeIdentityProvider()
  const isOpenId = kind === 'oidc'
  const addresses = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    userinfo_endpoint: `${ISSUER}/userinfo`,
  }
  const names = /** @type {const} */ (['client-id', 'client-secret'])
  const configuration = isOpenId
    ? await client.discovery(new URL(ISSUER), ...names, undefined, { [client.customFetch]: idp.fetch })
    : new client.Configuration(addresses, ...names)
  configuration[client.customFetch] = idp.fetch
  if (verifies) client.enableNonRepudiationChecks(configuration)
  const begin = async (/** @type {Request} */ request) => {
    await request.text()
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      ...(isOpenId ? { nonce } : {}),
    })
    return redirect(url.href, { attempt: await seal({ verifier, state, nonce }) })
  }
  const finish = async (/** @type {Request} */ request) => {
    const { payload } = await jwtDecrypt(readCookies(request).attempt, key)
    const checks = { pkceCodeVerifier: String(payload.verifier), expectedState: String(payload.state) }
    const more = isOpenId ? { expectedNonce: String(payload.nonce), idTokenExpected: true } : {}
    const tokens = await client.authorizationCodeGrant(configuration, new URL(request.url), { ...checks, ...more })
    const profile = isOpenId
      ? tokens.claims()
      : await client.fetchUserInfo(configuration, tokens.access_token, client.skipSubjectCheck)
    const { sub, name, email } = profile ?? {}
    return redirect(ORIGIN, { session: await seal({ sub, name, email }) })
  }
  return makeEntries(begin, finish, async (query) => (isOpenId ? idp.setNonce(query.get('nonce')) : undefined))
}

export const makeArctic = () => {
  globalThis.fetch = sharedProvider.fetch
  const oauth = new arctic.OAuth2Client('client-id', 'client-secret', CALLBACK)
  const begin = async (/** @type {Request} */ request) => {
    await request.text()
    const [state, verifier] = [arctic.generateState(), arctic.generateCodeVerifier()]
    const method = arctic.CodeChallengeMethod.S256
    const url = oauth.createAuthorizationURLWithPKCE(`${ISSUER}/authorize`, state, method, verifier, ['email'])
    return redirect(url.href, { state, verifier })
  }
  const finish = async (/** @type {Request} */ request) => {
    const { state, verifier = '' } = readCookies(request)
    const query = new URL(request.url).searchParams
    if (state !== query.get('state')) return new Response(null, { status: 400 })
    const tokens = await oauth.validateAuthorizationCode(`${ISSUER}/token`, query.get('code') ?? '', verifier)
    const headers = { authorization: `Bearer ${tokens.accessToken()}` }
    const { sub, name, email } = await (await fetch(`${ISSUER}/userinfo`, { headers })).json()
    return redirect(ORIGIN, { session: await seal({ sub, name, email }) })
  }
  return makeEntries(begin, finish)
}
