import { callAsClient, requestMail, signInWithGoogle, signInWithPassword, type Visit, visit } from './visit.ts'

/** What both engines show, or what each one shows and the row of the guide that describes the difference. */
export type Expected =
  | { readonly both: unknown }
  | { readonly authjs: unknown; readonly authwright: unknown; readonly row: string }

/** A visit to an application, and what a user or a client sees in it. */
export interface Case {
  readonly name: string
  readonly see: (visit: Visit) => Promise<unknown>
  readonly expected: Expected
}

const session = (user: object, more: object = {}) => ({ user, expires: 'a date', ...more })
const ann = { name: 'ann', email: 'ann@example.org' }
const ada = { name: 'Ada Lovelace', email: 'ada@example.org', image: 'https://pictures.example.org/ada.png' }
const right = { username: 'ann', password: 'right' }
const withPassword = session(ann, { provider: 'credentials' })

const withDate = (shown: unknown): unknown =>
  typeof shown === 'object' && shown !== null && 'expires' in shown && !Number.isNaN(Date.parse(String(shown.expires)))
    ? { ...shown, expires: 'a date' }
    : shown

const sessionOf = async (visited: Visit): Promise<unknown> => withDate(await visited.session())

/** A browser that sends no headers that name the requesting page. */
const unnamed = { headers: { origin: null, 'sec-fetch-site': null } }

const seeCookies = async ({ browser, at }: Visit): Promise<unknown> => {
  await browser.get(at('/csrf'))
  return browser.jar.list().map(({ name, httpOnly, secure, sameSite }) => [name, httpOnly, secure, sameSite])
}

/** On a site without TLS. */
export const cookieCase: Case = {
  name: 'GET /csrf sets cookies that scripts cannot read',
  see: seeCookies,
  expected: {
    authjs: [
      ['authjs.csrf-token', true, false, 'lax'],
      ['authjs.callback-url', true, false, 'lax'],
    ],
    authwright: [['authwright.csrf-token', true, false, 'lax']],
    row: 'Cookies',
  },
}

/** On a site with TLS. */
export const secureCookieCase: Case = {
  name: 'GET /csrf sets cookies for TLS only',
  see: seeCookies,
  expected: {
    authjs: [
      ['__Host-authjs.csrf-token', true, true, 'lax'],
      ['__Secure-authjs.callback-url', true, true, 'lax'],
    ],
    authwright: [['__Host-authwright.csrf-token', true, true, 'lax']],
    row: 'Cookies',
  },
}

const routes: readonly Case[] = [
  {
    name: 'GET /providers lists the providers with their URLs',
    see: async ({ browser, at, short }) => {
      const providers = (await browser.get(at('/providers'))).json() as Record<string, Record<string, string>>
      return Object.values(providers).map(({ id, name, type, signinUrl, callbackUrl }) => [
        id,
        name,
        type,
        short(signinUrl),
        short(callbackUrl),
      ])
    },
    expected: {
      both: [
        ['credentials', 'Credentials', 'credentials', '/auth/signin/credentials', '/auth/callback/credentials'],
        ['google', 'Google', 'oidc', '/auth/signin/google', '/auth/callback/google'],
        ['resend', 'Resend', 'email', '/auth/signin/resend', '/auth/callback/resend'],
      ],
    },
  },
  {
    name: 'GET /csrf has a token',
    see: async ({ browser, at }) => {
      const { csrfToken } = (await browser.get(at('/csrf'))).json() as { csrfToken: string }
      return /^[0-9a-f]{64}$/.test(csrfToken)
    },
    expected: { both: true },
  },
  {
    name: 'GET /session without a session',
    see: sessionOf,
    expected: { both: null },
  },
  {
    name: 'the sign-in page offers every provider',
    see: async ({ browser, at }) => {
      const { status, headers, forms, text } = await browser.get(at('/signin'))
      const fields = forms.flatMap((form) => Object.keys(form.fields)).filter((name) => !/csrf|callback/i.test(name))
      return { status, type: headers.get('content-type')?.split(';')[0], fields, google: text.includes('with Google') }
    },
    expected: {
      authjs: { status: 200, type: 'text/html', fields: ['username', 'password', 'email'], google: true },
      authwright: { status: 200, type: 'text/html', fields: ['email'], google: true },
      row: 'The sign-in page',
    },
  },
  {
    name: 'the pages for an error and for a sent e-mail',
    see: async ({ browser, at }) => {
      const pages = ['/error?error=AccessDenied', '/error?error=Configuration', '/verify-request', '/signout']
      return Promise.all(pages.map(async (path) => (await browser.get(at(path))).status))
    },
    expected: { authjs: [403, 500, 200, 200], authwright: [403, 500, 200, 302], row: 'The sign-out page' },
  },
  {
    name: 'a path that is no route, a provider that does not exist, and a visit to the path of a form',
    see: async ({ browser, at, short }) => {
      const paths = ['/nothing', '/callback/nothing', '/signin/google']
      const pages = await Promise.all(paths.map((path) => browser.get(at(path))))
      return pages.map(({ status, location }) => [status, short(location)])
    },
    expected: {
      authjs: [
        [400, undefined],
        [302, '/auth/error?error=Configuration'],
        [302, '/auth/error?error=Configuration'],
      ],
      authwright: [
        [404, undefined],
        [404, undefined],
        [200, undefined],
      ],
      row: 'Unknown paths',
    },
  },
]

const passwords: readonly Case[] = [
  {
    name: 'a user signs in with a password, and the callbacks and events run',
    see: async (visited) => {
      const { status, location } = await signInWithPassword(visited)
      return { status, at: visited.short(location), session: await sessionOf(visited), reports: visited.reports() }
    },
    expected: {
      both: { status: 302, at: '/there', session: withPassword, reports: ['signIn ann with credentials'] },
    },
  },
  {
    name: 'a wrong password',
    see: async (visited) => {
      const { status, location } = await signInWithPassword(visited, 'ann', 'wrong')
      return { status, at: visited.short(location), session: await sessionOf(visited) }
    },
    expected: {
      both: { status: 302, at: '/auth/signin?error=CredentialsSignin&code=credentials', session: null },
    },
  },
  {
    name: 'an error of the application with its own code',
    see: async (visited) => visited.short((await signInWithPassword(visited, 'locked')).location),
    expected: { both: '/auth/signin?error=CredentialsSignin&code=locked' },
  },
  {
    name: 'a client signs in',
    see: async (visited) => [await callAsClient(visited, '/callback/credentials', right), await sessionOf(visited)],
    expected: { both: [{ status: 200, url: '/there' }, withPassword] },
  },
  {
    name: 'a client sends a wrong password',
    see: (visited) => callAsClient(visited, '/callback/credentials', { ...right, password: 'wrong' }),
    expected: { both: { status: 200, url: '/auth/signin?error=CredentialsSignin&code=credentials' } },
  },
  {
    name: 'a client asks for a redirect to another site',
    see: (visited) =>
      callAsClient(visited, '/callback/credentials', { ...right, callbackUrl: 'https://evil.example/' }),
    expected: { both: { status: 200, url: '/' } },
  },
  {
    name: 'the signIn callback refuses a user',
    see: (visited) => callAsClient(visited, '/callback/credentials', { ...right, username: 'Grace Hopper' }),
    expected: { both: { status: 200, url: '/auth/error?error=AccessDenied' } },
  },
  {
    name: 'a form without a CSRF token, and with a wrong one',
    see: async (visited) => {
      const { browser, at, short } = visited
      const post = (fields: object) => browser.post(at('/callback/credentials'), { ...right, ...fields }, unnamed)
      const [without, wrong] = [await post({}), await post({ csrfToken: 'x' })]
      return [short(without.location), short(wrong.location), await sessionOf(visited)]
    },
    expected: {
      authjs: ['/auth/signin?error=MissingCSRF', '/auth/signin?error=MissingCSRF', null],
      authwright: ['/auth/signin?error=MissingCSRF&reference=…', '/auth/signin?error=MissingCSRF&reference=…', null],
      row: 'Error codes',
    },
  },
]

const providers: readonly Case[] = [
  {
    name: 'a user signs in at a provider',
    see: async (visited) => {
      const { url } = await signInWithGoogle(visited, 'Ada')
      return { at: visited.short(url), session: await sessionOf(visited), reports: visited.reports() }
    },
    expected: {
      both: {
        at: '/there',
        session: session(ada, { provider: 'google' }),
        reports: ['signIn Ada Lovelace with google'],
      },
    },
  },
  {
    name: 'a client starts a sign-in at a provider',
    see: async (visited) => {
      const { status, url } = await callAsClient(visited, '/signin/google', {})
      const { searchParams } = new URL(url ?? '')
      const names = ['response_type', 'client_id', 'scope', 'code_challenge_method', 'redirect_uri']
      const values = names.map((name) => searchParams.get(name)?.replace(visited.at(''), ''))
      return [status, ...values, searchParams.has('state'), searchParams.has('code_challenge')]
    },
    expected: {
      both: [200, 'code', 'emulated-google', 'openid profile email', 'S256', '/callback/google', true, true],
    },
  },
  {
    name: 'the user cancels at the provider',
    see: async (visited) => visited.short((await signInWithGoogle(visited, 'Deny')).url),
    expected: { both: '/auth/signin?error=OAuthCallbackError' },
  },
  {
    name: 'the signIn callback refuses a user of a provider',
    see: async (visited) => {
      const { status, url } = await signInWithGoogle(visited, 'Grace')
      return [status, visited.short(url), await sessionOf(visited)]
    },
    expected: { both: [403, '/auth/error?error=AccessDenied', null] },
  },
  {
    name: 'a callback that the browser did not start',
    see: async ({ browser, at, short }) => short((await browser.get(at('/callback/google?code=x&state=y'))).location),
    expected: {
      authjs: '/auth/error?error=Configuration',
      authwright: '/auth/error?error=InvalidCheck&reference=…',
      row: 'Error codes',
    },
  },
]

const mails: readonly Case[] = [
  {
    name: 'a user signs in with the link of an e-mail',
    see: async (visited) => {
      const { page, link } = await requestMail(visited, 'Zoe@example.org')
      const { status, location } = await visited.browser.get(link)
      const at = visited.short(location)
      return { asked: visited.short(page.location), status, at, session: await sessionOf(visited) }
    },
    expected: {
      both: {
        asked: '/auth/verify-request?provider=resend&type=email',
        status: 302,
        at: '/there',
        session: session({ email: 'zoe@example.org' }, { provider: 'resend' }),
      },
    },
  },
  {
    name: 'a client requests an e-mail',
    see: async (visited) => [
      await callAsClient(visited, '/signin/resend', { email: 'amy@example.org' }),
      visited.reports(),
    ],
    expected: {
      both: [{ status: 200, url: '/auth/verify-request?provider=resend&type=email' }, ['e-mail to amy@example.org']],
    },
  },
  {
    name: 'a link is opened again in the browser that used it',
    see: async (visited) => {
      const { link } = await requestMail(visited, 'bea@example.org')
      await visited.browser.get(link)
      return visited.short((await visited.browser.get(link)).location)
    },
    expected: { authjs: '/auth/error?error=Verification', authwright: '/there', row: 'E-mail links' },
  },
  {
    name: 'a link is opened in another browser',
    see: async (visited) => {
      const { link } = await requestMail(visited, 'cleo@example.org')
      const other = visit(visited.app)
      const { status, forms } = await other.browser.get(link)
      if (status === 200) await other.browser.submit()
      return { status, buttons: forms.length, session: await sessionOf(other) }
    },
    expected: {
      authjs: { status: 302, buttons: 0, session: session({ email: 'cleo@example.org' }, { provider: 'resend' }) },
      authwright: { status: 200, buttons: 1, session: session({ email: 'cleo@example.org' }, { provider: 'resend' }) },
      row: 'E-mail links',
    },
  },
]

const sessions: readonly Case[] = [
  {
    name: 'the application reads the session',
    see: async (visited) => {
      const whoami = async () => withDate((await visited.browser.get(`${visited.app.origin}/whoami`)).json())
      const before = await whoami()
      await signInWithPassword(visited)
      return [before, await whoami()]
    },
    expected: { both: [null, withPassword] },
  },
  {
    name: 'the application protects a page',
    see: async (visited) => {
      const isShown = async () =>
        (await visited.browser.get(`${visited.app.origin}/members`)).text.startsWith('members')
      const before = await isShown()
      await signInWithPassword(visited)
      return [before, await isShown()]
    },
    expected: { both: [false, true] },
  },
  {
    name: 'a client updates the session, with a CSRF token only',
    see: async (visited) => {
      await signInWithPassword(visited)
      const { browser, at } = visited
      const data = { nickname: 'Nan' }
      const refused = await browser.post(at('/session'), { json: { data } }, unnamed)
      const before = await sessionOf(visited)
      const { csrfToken } = (await browser.get(at('/csrf'))).json() as { csrfToken: string }
      await browser.post(at('/session'), { json: { csrfToken, data } }, unnamed)
      return [refused.status, refused.body, before, await sessionOf(visited)]
    },
    expected: { both: [400, 'null', withPassword, { ...withPassword, nickname: 'Nan' }] },
  },
  {
    name: 'a user signs out on the page',
    see: async (visited) => {
      await signInWithPassword(visited)
      await visited.browser.get(visited.at('/signout'))
      const { status, location } = await visited.browser.submit()
      const names = visited.browser.jar.list().map(({ name }) => name)
      const isSignedOut = !names.some((name) => name.includes('session-token'))
      return { status, at: visited.short(location), isSignedOut, session: await sessionOf(visited) }
    },
    expected: {
      authjs: { status: 302, at: '/there', isSignedOut: true, session: null },
      authwright: { status: 302, at: '/', isSignedOut: true, session: null },
      row: 'After a sign-out',
    },
  },
  {
    name: 'a client signs out',
    see: async (visited) => {
      await signInWithPassword(visited)
      const signedOut = await callAsClient(visited, '/signout', { callbackUrl: '/bye' })
      return [signedOut, await sessionOf(visited), visited.reports()]
    },
    expected: {
      both: [{ status: 200, url: '/bye' }, null, ['signIn ann with credentials', 'signOut ann']],
    },
  },
]

/** Over sessions in encrypted cookies. */
export const cases: readonly Case[] = [...routes, ...passwords, ...providers, ...mails, ...sessions]

const namesOf = (value: unknown): readonly string[] => Object.keys(Object(value)).toSorted()

/** Over sessions in a database. */
export const databaseCases: readonly Case[] = [
  {
    name: 'the session callback returns the session as it is',
    see: async (visited) => {
      await signInWithGoogle(visited, 'Ada')
      const shown = (await visited.browser.get(`${visited.app.origin}/whoami`)).json() as { readonly user: unknown }
      return { session: namesOf(shown), user: namesOf(shown.user) }
    },
    expected: {
      authjs: {
        session: ['expires', 'sessionToken', 'user', 'userId'],
        user: ['email', 'emailVerified', 'id', 'image', 'name'],
      },
      authwright: { session: ['expires', 'user'], user: ['email', 'image', 'name'] },
      row: 'The `session` callback with database sessions',
    },
  },
  {
    name: 'a user signs in with the link of an e-mail, and out',
    see: async (visited) => {
      const { link } = await requestMail(visited, 'dora@example.org')
      await visited.browser.get(link)
      const before = (await visited.session()) as { readonly user: { readonly email: string } }
      return [before.user.email, await callAsClient(visited, '/signout', {}), await sessionOf(visited)]
    },
    expected: { both: ['dora@example.org', { status: 200, url: '/there' }, null] },
  },
]
