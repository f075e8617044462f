// The requests of each use of the site, and the parties that take part. It is not counted.
import { generateKeyPairSync, sign } from 'node:crypto'

const ORIGIN = 'https://app.example.com'

/** What the check passes: the secret of the site, and the token of a session of Ada. */
export const { SECRET, TOKEN } = process.env

/** The session of Ada on a site without https. */
export const cookie = `authwright.session-token=${TOKEN}`

/** A request of Ada to a site without https. */
export const makeRequest = (path) => new Request(`http://localhost:3000${path}`, { headers: { cookie } })

/** Throws unless these are claims or a user with the name of Ada. */
export const expectAda = (claims) => {
  if (claims?.name !== 'Ada') throw new Error(`There is no session: ${JSON.stringify(claims)}`)
}

/** GitHub, as far as a sign-in calls it. */
export const github = async (url) => {
  if (String(url).endsWith('/access_token')) return Response.json({ access_token: 'token', token_type: 'bearer' })
  if (String(url).endsWith('/emails')) return Response.json([])
  return Response.json({ id: 1, login: 'ada', name: 'Ada', email: null })
}

/** Google's key, and the nonce of the authorization request. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
let nonce = ''

const encodeJson = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

const signIdToken = () => {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: 'https://accounts.google.com', aud: 'client', sub: '1', name: 'Ada', iat, exp: iat + 60, nonce }
  const signed = `${encodeJson({ alg: 'RS256', kid: 'key' })}.${encodeJson(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

/** Google, as far as a sign-in calls it. */
export const google = async (url) => {
  const at = 'https://accounts.google.com'
  if (String(url).endsWith('/token'))
    return Response.json({ access_token: 'token', token_type: 'bearer', id_token: signIdToken() })
  if (String(url).endsWith('/keys'))
    return Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }] })
  return Response.json({
    issuer: at,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    jwks_uri: `${at}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  })
}

const row = { sessionToken: 'token', userId: '1', expires: new Date(Date.now() + 86_400_000) }
const user = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null }

/** A database in which every session exists. */
const adapter = new Proxy(
  { getSessionAndUser: async () => ({ session: row, user }) },
  { get: (methods, name) => methods[name] ?? (async () => null) },
)

/** A browser with cookies. */
const makeBrowser = (Auth, options) => {
  const cookies = new Map()
  const request = async (path, fields, language = 'en') => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const body = fields && new URLSearchParams(fields)
    const headers = { cookie, origin: ORIGIN, 'accept-language': language }
    const method = fields ? 'POST' : 'GET'
    const response = await Auth(new Request(`${ORIGIN}/auth${path}`, { method, headers, body }), options)
    if (response.status >= 400) throw new Error(`${path}: ${response.status}`)
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split(/=(.*)/)
      cookies.set(name, value)
    }
    return response
  }
  const post = async (path, fields = {}) => {
    const { csrfToken } = await (await request('/csrf')).json()
    return request(path, { ...fields, csrfToken })
  }
  const expectSession = async () => {
    const session = await (await request('/session')).json()
    if (session?.user?.name !== 'Ada') throw new Error('There is no session')
  }
  cookies.set('__Host-authwright.session-token', 'token')
  return { request, post, expectSession }
}

const usesOf = (openBrowser, config) => ({
  'session check': () => openBrowser().request('/session'),
  'session check with a database': () =>
    openBrowser({ ...config, adapter, session: { strategy: 'database' } }).expectSession(),
  'sign-in page': () => openBrowser().request('/signin'),
  'sign-in page in German': () => openBrowser().request('/signin', undefined, 'de'),
  'sign-in with a password': async () => {
    const browser = openBrowser()
    const refused = await browser.post('/callback/credentials', { password: 'wrong' })
    // The class of one entry point is the class of the others.
    if (!refused.headers.get('location').includes('code=locked')) throw new Error('The error has lost its class')
    await browser.post('/callback/credentials', { password: 'correct' })
    await browser.expectSession()
  },
  'sign-in with OAuth': async () => {
    const browser = openBrowser()
    const authorization = new URL((await browser.post('/signin/github')).headers.get('location'))
    const state = authorization.searchParams.get('state')
    const iss = encodeURIComponent('https://github.com/login/oauth')
    await browser.request(`/callback/github?code=code&state=${state}&iss=${iss}`)
    await browser.expectSession()
  },
  'sign-in with OpenID Connect': async () => {
    const browser = openBrowser()
    const authorization = new URL((await browser.post('/signin/google')).headers.get('location'))
    nonce = authorization.searchParams.get('nonce')
    await browser.request(`/callback/google?code=code&state=${authorization.searchParams.get('state')}`)
    await browser.expectSession()
    await browser.request('/signout')
    await browser.post('/signout')
    await browser.request('/error')
    await browser.request('/providers')
  },
})

/** Makes the requests of the use that the environment names. `every`: all of a site in English without a database. */
export const use = async (Auth, config) => {
  const uses = usesOf((options = config) => makeBrowser(Auth, options), config)
  const { 'session check with a database': _database, 'sign-in page in German': _german, ...every } = uses
  const { USE: name } = process.env
  for (const run of name === 'every' ? Object.values(every) : [uses[name]]) await run()
}
