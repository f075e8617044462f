import type { Adapter } from '@authwright/core/adapters'
import GitHub from '@authwright/core/providers/github'
import { memoryAdapter } from '@authwright/testing'
import { authHandler, getAuthUser, initAuthConfig, verifyAuth, type AuthConfig } from '@authwright/web/hono'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'

const secret = 'a secret of the tests, thirty-two characters and more'
const cookie = 'authwright.session-token=a-token-of-the-tests'
const at = (path: string) => `http://localhost:3000${path}`

/** An application of `@hono/auth-js`, with a session in the database. */
const makeApplication = async (config: Partial<AuthConfig> = {}, changes: Partial<Adapter> = {}) => {
  const adapter: Adapter = memoryAdapter()
  const user = await adapter.createUser?.({ id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null })
  const expires = new Date(Date.now() + 86_400_000)
  await adapter.createSession?.({ sessionToken: 'a-token-of-the-tests', userId: user?.id ?? '', expires })
  const options = { secret, trustHost: true, providers: [], logger: { error: () => undefined }, ...config }
  const app = new Hono()
  app.use(initAuthConfig(() => ({ ...options, adapter: { ...adapter, ...changes } })))
  app.use('/auth/*', authHandler())
  app.get('/members', verifyAuth(), (c) => c.json(c.get('authUser')))
  app.get('/', async (c) => c.json({ user: await getAuthUser(c), session: await c.var.auth() }))
  return (path: string, headers: Readonly<Record<string, string>> = { cookie }) => app.request(at(path), { headers })
}

test('the user of a request has the row of the database, and the session as the callback returns it', async () => {
  const callbacks = { session: ({ session }: { session: object }) => ({ ...session, team: 'blue' }) as never }
  const open = await makeApplication({ callbacks })
  const shown = (await (await open('/members')).json()) as object
  expect(shown).toMatchObject({ user: { email: 'ada@example.com' }, session: { team: 'blue', user: { name: 'Ada' } } })
  const { user, session } = (await (await open('/')).json()) as { readonly user: object; readonly session: object }
  expect([user, session]).toMatchObject([shown, { team: 'blue' }])
})

test('a signed-out user has no user, and verifyAuth responds with status 401', async () => {
  const open = await makeApplication()
  expect(await (await open('/', {})).json()).toEqual({ user: null, session: null })
  expect((await open('/members', {})).status).toBe(401)
})

test('a session callback that returns null signs the user out', async () => {
  const open = await makeApplication({ callbacks: { session: () => null as never } })
  expect((await open('/members')).status).toBe(401)
})

test('an outage of the database is an error, and not status 401', async () => {
  const open = await makeApplication({}, { getSessionAndUser: () => Promise.reject(new Error('down')) })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await open('/members')).status).toBe(503)
})

test('a session that is due is renewed by the response of the application', async () => {
  const open = await makeApplication({ session: { updateAge: 0 } })
  expect((await open('/')).headers.getSetCookie()[0]).toMatch(/^authwright\.session-token=a-token-of-the-tests;/)
})

test('the routes have the origin of the nearest proxy, if the host is trusted', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.test, app.example.com' }
  const open = await makeApplication({ providers: [GitHub({ clientId: 'id', clientSecret: 'secret' })] })
  const listed = await (await open('/auth/providers', forwarded)).json()
  expect(listed).toMatchObject({ github: { callbackUrl: 'https://app.example.com/auth/callback/github' } })
  const untrusting = await makeApplication({ trustHost: false })
  expect((await untrusting('/auth/signin', forwarded)).status).toBe(500)
})

test('a malformed host has status 400, and a path that is no route 404', async () => {
  const open = await makeApplication()
  expect((await open('/', { host: 'a@evil.test' })).status).toBe(400)
  expect((await open('/auth/unknown')).status).toBe(404)
})

test('without initAuthConfig, the other functions say that it is missing', async () => {
  const app = new Hono()
  const errors: Error[] = []
  app.onError((error, c) => {
    errors.push(error)
    return c.text('', 500)
  })
  app.use(verifyAuth())
  expect((await app.request(at('/'))).status).toBe(500)
  expect(errors[0]?.message).toContain('initAuthConfig()')
})
