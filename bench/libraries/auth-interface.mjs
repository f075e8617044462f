// The operations of the two libraries with the interface of Auth.js, which are measured by the same code.
import { assert, claimsOf, client, CLAIMS, cookieOf, formRequest, getRequest, ISSUER } from '../fixtures.mjs'
import { oauth, openId, ORIGIN, SECRET, silentLogger, USER } from '../fixtures.mjs'
import { storeCookies, toCookieHeader } from '../browser.mjs'
import { makeIdentityProvider } from '../identity-provider.mjs'

/**
 * What differs between the libraries.
 * @typedef {object} Library
 * @property {string} name
 * @property {(config: any) => import('../browser.mjs').Handle} serve
 * @property {(params: { token: any, secret: string, salt: string }) => Promise<string>} encode
 * @property {string} cookie the name of the session cookie
 * @property {(id: string) => Promise<any>} loadProvider a provider of its catalog, as the function of an entry
 * @property {symbol} customFetch
 */

/** Functions that an application has. */
export const hooks = {
  callbacks: {
    signIn: () => true,
    redirect: ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl),
    jwt: ({ token, user }) => (user === undefined ? token : { ...token, plan: 'free' }),
    session: ({ session, token, user }) => ({
      ...session,
      user: { ...session.user, id: token?.sub ?? user.id },
    }),
  },
  events: { signIn: () => {}, signOut: () => {}, session: () => {}, createUser: () => {} },
}

const credentials = { credentials: { username: {}, password: {} }, authorize: () => USER }
const form = { username: 'ada', password: 'correct horse battery staple' }

/** @param {Response} response @param {string} who */
const checkSession = async (response, who) => {
  const body = await response.json()
  const isRight = response.status === 200 && body?.user?.email === USER.email && body.user.id !== undefined
  assert(isRight && Date.parse(body.expires) > Date.now(), `${who}: ${JSON.stringify(body)}`)
}

/** @param {Library} library */
export const makeOperations = ({ name, serve, encode, cookie, loadProvider, customFetch }) => {
  const idp = makeIdentityProvider()
  const base = async () => ({
    secret: SECRET,
    trustHost: true,
    basePath: '/auth',
    logger: silentLogger,
    ...hooks,
    providers: [
      (await loadProvider('github'))(client),
      (await loadProvider('google'))(client),
      (await loadProvider('credentials'))(credentials),
      { ...oauth, [customFetch]: idp.fetch },
      { ...openId, [customFetch]: idp.fetch },
    ],
  })

  /** A browser that has opened the sign-in page. @param {import('../browser.mjs').Handle} handle */
  const openForm = async (handle) => {
    const response = await handle(getRequest('/auth/csrf'))
    const jar = storeCookies(response)
    return { jar, csrfToken: (await response.json()).csrfToken }
  }

  /** The cookies of a signed-in browser. @param {import('../browser.mjs').Handle} handle @param {string} cookies */
  const signedIn = async (handle, cookies) => `${toCookieHeader((await openForm(handle)).jar)}; ${cookies}`

  /**
   * @typedef {object} How
   * @property {number} [bytes] of the token
   * @property {string} [token] of another library
   * @property {string} [cookie] the name of its cookie
   * @property {(cookie: string) => string} [change] changes the `Cookie` header
   * @property {boolean} [isSignedIn] whether the response has a session
   * @property {object} [options] of the library
   */
  /** @param {How} [how] */
  const session = async ({ bytes, token, cookie: sent = cookie, change, isSignedIn = true, options = {} } = {}) => {
    const handle = serve({ ...(await base()), ...options })
    const claims = bytes === undefined ? CLAIMS : claimsOf(bytes)
    const value = token ?? (await encode({ token: claims, secret: SECRET, salt: sent }))
    const cookies = await signedIn(handle, cookieOf(sent, value))
    const header = change === undefined ? cookies : change(cookies)
    const run = () => handle(getRequest('/auth/session', header))
    const check = async () => {
      const response = await run()
      if (isSignedIn) await checkSession(response, name)
      else assert((await response.json()) === null, `${name}: a session`)
    }
    return { run, check }
  }

  /** @param {any} adapter @param {object} options */
  const withDatabase = async (adapter, options) => {
    const { providers, ...config } = await base()
    const kept = providers.filter(({ type }) => type !== 'credentials')
    return serve({ ...config, providers: kept, adapter, session: { strategy: 'database' }, ...options })
  }

  /** A session in a database. @param {any} adapter @param {object} [options] */
  const databaseSession = async (adapter, options = {}) => {
    const handle = await withDatabase(adapter, options)
    const user = await adapter.createUser({ ...USER, emailVerified: new Date() })
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId: user.id, expires: new Date(Date.now() + 30 * 864e5) })
    const header = await signedIn(handle, cookieOf(cookie, sessionToken))
    const run = () => handle(getRequest('/auth/session', header))
    return { run, check: async () => checkSession(await run(), name) }
  }

  /** Session checks of random sessions of a table. @param {any} adapter @param {() => string} pickToken */
  const anySession = async (adapter, pickToken) => {
    const handle = await withDatabase(adapter, {})
    const other = toCookieHeader((await openForm(handle)).jar)
    const run = () => handle(getRequest('/auth/session', `${other}; ${cookieOf(cookie, pickToken())}`))
    const check = async () => {
      const body = await (await run()).json()
      assert(body?.user?.email.endsWith('@example.com'), `${name}: ${JSON.stringify(body)}`)
    }
    return { run, check }
  }

  /** Both requests of a sign-in. @param {any} adapter @param {() => any} pickProfile what the provider says of the user */
  const anySignIn = async (adapter, pickProfile) => {
    /** @type {typeof fetch} */
    const fetch = async (input, init) => {
      const response = await idp.fetch(input, init)
      const address = input instanceof Request ? input.url : String(input)
      if (!address.endsWith('/userinfo')) return response
      return Response.json({ ...(await response.json()), ...pickProfile() })
    }
    const provider = { ...oauth, [customFetch]: fetch }
    const {
      handle,
      jar,
      run: begin,
    } = await post('/auth/signin/oauth', undefined, {
      providers: [provider],
      adapter,
      session: { strategy: 'database' },
    })
    const run = async () => {
      const response = await begin()
      const query = new URL(response.headers.get('location') ?? '', ORIGIN).searchParams
      const header = toCookieHeader(storeCookies(response, new Map(jar)))
      return handle(getRequest(`/auth/callback/oauth?code=code&state=${query.get('state')}`, header))
    }
    return { run, check: async () => void checkRedirect(await run(), members, `${cookie}=`) }
  }

  /** @param {string} path @param {(body: string) => boolean} isRight @param {object} [options] */
  const get = async (path, isRight, options = {}) => {
    const handle = serve({ ...(await base()), ...options })
    const header = path === '/auth/csrf' ? '' : toCookieHeader((await openForm(handle)).jar)
    const run = () => handle(getRequest(path, header))
    const check = async () => {
      const response = await run()
      const body = await response.text()
      assert(response.status === 200 && isRight(body), `${name}: ${path}: ${response.status} ${body.slice(0, 100)}`)
    }
    return { run, check }
  }

  /** A form with a CSRF token. @param {string} path @param {string} [token] of a session @param {object} [options] */
  const post = async (path, token, options = {}) => {
    const handle = serve({ ...(await base()), ...options })
    const { jar, csrfToken } = await openForm(handle)
    if (token !== undefined) jar.set(cookie, token)
    const body = new URLSearchParams({ ...form, csrfToken, callbackUrl: `${ORIGIN}/members` }).toString()
    const header = toCookieHeader(jar)
    return { handle, jar, run: () => handle(formRequest(path, body, header)) }
  }

  /** @param {Response} response @param {RegExp} location @param {string} [setCookie] */
  const checkRedirect = (response, location, setCookie = '') => {
    const target = response.headers.get('location') ?? ''
    const lines = response.headers.getSetCookie()
    const isRight = response.status === 302 && location.test(target) && lines.some((line) => line.includes(setCookie))
    assert(isRight, `${name}: ${response.status} ${target} ${lines.join('\n')}`)
    return new URL(target, ORIGIN).searchParams
  }
  const authorize = new RegExp(`^${ISSUER}/authorize\\?.*code_challenge=`)
  const members = new RegExp(`^${ORIGIN}/members$`)

  /** @param {'oauth' | 'oidc'} id */
  const start = async (id) => {
    const { run } = await post(`/auth/signin/${id}`)
    return { run, check: async () => void checkRedirect(await run(), authorize) }
  }

  /** @param {'oauth' | 'oidc'} id */
  const callback = async (id) => {
    const { handle, jar, run: begin } = await post(`/auth/signin/${id}`)
    const response = await begin()
    const query = checkRedirect(response, authorize)
    const header = toCookieHeader(storeCookies(response, jar))
    if (id === 'oidc') await idp.setNonce(query.get('nonce'))
    const path = `/auth/callback/${id}?${new URLSearchParams({ code: 'code', state: query.get('state') ?? '' })}`
    const run = () => handle(getRequest(path, header))
    return { run, check: async () => void checkRedirect(await run(), members, `${cookie}=`) }
  }

  const signInWithCredentials = async () => {
    const { run } = await post('/auth/callback/credentials')
    return { run, check: async () => void checkRedirect(await run(), members, `${cookie}=`) }
  }

  const signOut = async () => {
    const token = await encode({ token: CLAIMS, secret: SECRET, salt: cookie })
    const { run } = await post('/auth/signout', token)
    return { run, check: async () => void checkRedirect(await run(), members, `${cookie}=;`) }
  }

  return { base, session, databaseSession, anySession, anySignIn, get, start, callback, signInWithCredentials, signOut }
}
