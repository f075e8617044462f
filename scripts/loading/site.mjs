// A site with GitHub, Google and a password. `USE="session check" node site.mjs` handles the requests of one use of it, and
// `USE=every` those of all.
import { Auth, customFetch } from '@authwright/core'
import { CredentialsSignin } from '@authwright/core/errors'
import Credentials from '@authwright/core/providers/credentials'
import GitHub from '@authwright/core/providers/github'
import Google from '@authwright/core/providers/google'

const ORIGIN = 'https://app.example.com'

/** GitHub, as far as a sign-in calls it. */
const github = async (url) => {
  if (String(url).endsWith('/access_token')) return Response.json({ access_token: 'token', token_type: 'bearer' })
  if (String(url).endsWith('/emails')) return Response.json([])
  return Response.json({ id: 1, login: 'ada', name: 'Ada', email: null })
}

const client = { clientId: 'client', clientSecret: 'secret' }

class Locked extends CredentialsSignin {
  code = 'locked'
}

/** The only password is "correct". */
const authorize = ({ password }) => {
  if (password !== 'correct') throw new Locked()
  return { id: '1', name: 'Ada' }
}

const config = {
  providers: [
    GitHub({ ...client, [customFetch]: github }),
    Google(client),
    Credentials({ credentials: { password: { type: 'password' } }, authorize }),
  ],
  secret: 'kJ3vN8xQ2pLz7RwT5yHbG9mC4dFsA6eU',
  trustHost: true,
  basePath: '/auth',
}

const row = { sessionToken: 'token', userId: '1', expires: new Date(Date.now() + 86_400_000) }
const user = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null }

/** A database in which every session exists. */
const adapter = new Proxy(
  { getSessionAndUser: async () => ({ session: row, user }) },
  { get: (methods, name) => methods[name] ?? (async () => null) },
)

/** A browser with cookies. */
const openBrowser = (options = config) => {
  const cookies = new Map()
  const request = async (path, fields) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const body = fields && new URLSearchParams(fields)
    const headers = { cookie, origin: ORIGIN, 'accept-language': 'en' }
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

const uses = {
  'session check': () => openBrowser().request('/session'),
  'session check with a database': () =>
    openBrowser({ ...config, adapter, session: { strategy: 'database' } }).expectSession(),
  'sign-in page': () => openBrowser().request('/signin'),
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
}

const { USE: name } = process.env
for (const run of name === 'every' ? Object.values(uses) : [uses[name]]) await run()
