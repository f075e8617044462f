import { openBrowser, type Browser } from '@authwright/testing'
import { expect, test } from 'vitest'
import { copyApplication, keycloak } from './support/application.ts'

const readCsrf = async (browser: Browser): Promise<string> => {
  const { csrfToken } = (await browser.get('/api/auth/csrf')).json() as { readonly csrfToken: string }
  return csrfToken
}

test('orders: a server with passwords, roles, a session cookie of its own and getToken', async () => {
  const app = await copyApplication('orders')
  const open = (): Browser => openBrowser({ origin: app.origin })
  const signIn = async (browser: Browser, name: string, password = `password of ${name}`) => {
    await browser.post('/api/auth/callback/credentials', { csrfToken: await readCsrf(browser), name, password })
    return browser.page()?.location?.search
  }
  const show = async (browser: Browser) => [
    (await browser.get('/')).text,
    (await browser.get('/api/orders')).json(),
    (await browser.get('/api/audit')).status,
  ]
  const manager = ['Hello mina, manager 1', { orders: [17, 23], role: 'manager' }, 200]
  const clerk = ['Hello carl, clerk 2', { orders: [17, 23], role: 'clerk' }, 403]

  await app.checkTypes()
  const before = await app.start()
  const [mina, carl] = [open(), open()]
  expect(await signIn(mina, 'mina', 'wrong')).toContain('code=wrong-password')
  await signIn(mina, 'mina')
  await signIn(carl, 'carl')
  expect(await show(mina)).toStrictEqual(manager)
  expect(await show(carl)).toStrictEqual(clerk)
  await before.stop()

  const { findings } = await app.migrate()
  expect(findings).toStrictEqual([
    'src/auth.ts:16 session-strategy',
    'src/auth.ts:18 cookie-name',
    'src/server.ts:3 get-token',
  ])
  app.edit(
    'src/server.ts',
    "import { getToken } from '@authwright/core/jwt'",
    `import { decodeAuthJs } from '@authwright/core/compat'\nimport { getToken } from '@authwright/core/jwt'`,
  )
  app.edit(
    'src/server.ts',
    `const readToken = (req: Request) =>
  getToken({ req, secret: process.env.AUTH_SECRET!, cookieName: sessionCookie, salt: sessionCookie })`,
    `const readToken = async (req: Request) => {
  const params = { req, secret: process.env.AUTH_SECRET!, cookieName: sessionCookie, salt: sessionCookie }
  return (await getToken(params)) ?? getToken({ ...params, decode: decodeAuthJs })
}`,
  )
  await app.checkTypes()
  await app.start()
  expect(await show(mina)).toStrictEqual(manager)
  expect(await show(carl)).toStrictEqual(clerk)
  // The session endpoint writes the new cookie under the same name.
  const old = mina.jar.value('orders.session')
  await mina.get('/api/auth/session')
  expect(mina.jar.value('orders.session')).not.toBe(old)
  expect(await show(mina)).toStrictEqual(manager)

  await mina.post('/api/auth/signout', { csrfToken: await readCsrf(mina) })
  expect(await show(mina)).toStrictEqual(['Hello', {}, 403])
  expect(await signIn(mina, 'mina', 'wrong')).toContain('code=wrong-password')
  await signIn(mina, 'mina')
  expect(await show(mina)).toStrictEqual(manager)
  expect((await mina.get('/api/audit')).json()).toStrictEqual([
    { event: 'in', name: 'mina' },
    { event: 'in', name: 'carl' },
    { event: 'out', name: 'mina' },
    { event: 'in', name: 'mina' },
  ])
})

test('guestbook: Hono with @hono/auth-js and a member that the session callback adds', async () => {
  const app = await copyApplication('guestbook', { variables: keycloak('/api/auth') })
  const signIn = async (browser: Browser) => {
    await browser.get('/api/auth/signin')
    await browser.submit({}, { press: 'Keycloak' })
    await browser.follow()
    await browser.submit({}, { press: 'Ada' })
    await browser.follow()
  }
  await app.checkTypes()
  const before = await app.start()
  const browser = openBrowser({ origin: app.origin })
  expect((await browser.get('/api/entries')).status).toBe(401)
  await signIn(browser)
  const entries = { entries: [], user: { name: 'Ada Lovelace', email: 'ada@example.org' } }
  expect((await browser.get('/api/entries')).json()).toMatchObject(entries)
  await before.stop()

  const { files, findings } = await app.migrate()
  expect(files).toStrictEqual(['package.json', 'src/server.ts'])
  expect(findings).toStrictEqual([])
  await app.checkTypes()
  await app.start()
  expect((await browser.get('/api/entries')).json()).toMatchObject(entries)
  await browser.get('/api/auth/signout')
  await browser.submit()
  expect((await browser.get('/api/entries')).status).toBe(401)
  await signIn(browser)
  expect((await browser.get('/api/entries')).json()).toMatchObject(entries)
})
