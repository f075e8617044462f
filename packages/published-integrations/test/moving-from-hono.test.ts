import * as published from '@hono/auth-js'
import publishedCredentials from '@auth/core/providers/credentials'
import { fromAuthJs } from '@authwright/core/compat'
import credentials from '@authwright/core/providers/credentials'
import * as ours from '@authwright/web/hono'
import { openBrowser, type Browser } from '@authwright/testing'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { expect, test, vi } from 'vitest'

/** The names that the application imports. Moving over changes where they come from. */
interface Imports<Config> {
  readonly initAuthConfig: (handler: (c: Context<{ Bindings: Bindings }>) => Config) => MiddlewareHandler
  readonly authHandler: () => MiddlewareHandler
  readonly verifyAuth: () => MiddlewareHandler
}

interface Bindings {
  readonly AUTH_SECRET: string
}

const ORIGIN = 'https://app.example.com'
const bindings: Bindings = { AUTH_SECRET: 'a secret of the tests, long enough to be one' }

/** An application as the README of `@hono/auth-js` shows it, with a password in place of GitHub. */
const makeApplication = <Config>(
  { authHandler, initAuthConfig, verifyAuth }: Imports<Config>,
  configFor: (env: Bindings) => Config,
) => {
  const app = new Hono<{ Bindings: Bindings }>()
  app.use(
    '*',
    initAuthConfig((c) => configFor(c.env)),
  )
  app.use('/api/auth/*', authHandler())
  app.use('/api/*', verifyAuth())
  app.get('/api/protected', (c) => c.json(c.get('authUser' as never)))
  app.get('/', (c) => c.text('Home'))
  // The server behind the proxy sees another address.
  const inner = (request: Request) => new Request(request.url.replace(ORIGIN, 'http://10.0.0.7'), request)
  return (request: Request) => Promise.resolve(app.fetch(inner(request), bindings))
}

const password = {
  credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
  authorize: ({ name, password: given }: Partial<Record<string, unknown>>) =>
    given === 'right' ? { id: '1', name: String(name) } : null,
}
const callbacks = {
  session: ({ session, token }: { readonly session: object; readonly token: object }) =>
    ({ ...session, id: 'sub' in token ? token.sub : undefined }) as never,
}

const before = makeApplication(published, ({ AUTH_SECRET: secret }) => ({
  secret,
  providers: [publishedCredentials(password)],
  callbacks,
}))
const until = new Date(Date.now() + 86_400_000)
const after = makeApplication(ours, ({ AUTH_SECRET: secret }) =>
  fromAuthJs({ secret, providers: [credentials(password)], callbacks }, { until }),
)

const signIn = async (browser: Browser, name: string) => {
  await browser.get('/api/auth/signin')
  await browser.submit({ name, password: 'right' })
}

const nameOf = async (browser: Browser) => {
  const page = await browser.get('/api/protected')
  return page.status === 200 ? (page.json() as ours.AuthUser).token?.name : page.status
}

test('an application of @hono/auth-js keeps its users signed in after its imports are renamed', async () => {
  // The path is the base path.
  vi.stubEnv('AUTH_URL', `${ORIGIN}/api/auth`)
  let application = before
  const browser = openBrowser({ origin: ORIGIN, handler: (request) => application(request) })
  expect(await nameOf(browser)).toBe(401)
  await signIn(browser, 'Ann')
  expect(await nameOf(browser)).toBe('Ann')

  application = after
  for (const _visit of ['with the old cookie', 'with the new one']) expect(await nameOf(browser)).toBe('Ann')
  expect(browser.jar.list().map(({ name }) => name)).toContain('__Host-authwright.session-token')
  expect((await browser.get('/api/auth/session')).json()).toMatchObject({ user: { name: 'Ann' }, id: '1' })
  await browser.get('/api/auth/signout')
  await browser.submit()
  expect((await browser.get('/api/protected')).text).toBe('Unauthorized')
  expect((await browser.get('/')).text).toBe('Home')
  await signIn(browser, 'Ben')
  expect(await nameOf(browser)).toBe('Ben')
})
