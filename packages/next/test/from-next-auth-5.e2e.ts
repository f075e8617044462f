import { makeFolder, removeFolder } from '@authwright/test-kit/installed-application'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, ORIGIN, sessionCookies, signIn, type Browser } from './migrated-site.ts'
import { buildMigration, type Migration } from './published.ts'

const ENVIRONMENT = { AUTH_SECRET: 'a secret of the tests, thirty-two characters and more', AUTH_URL: ORIGIN }

let folder: string
let migration: Migration

beforeAll(async () => {
  folder = await makeFolder()
  migration = await buildMigration(folder, 5)
})

afterAll(() => removeFolder(folder))

/** What a user sees of the session. */
const look = async (browser: Browser) => ({
  page: /Signed in as (?:<!-- -->)?ann/.test((await browser.get('/')).body),
  client: /Client of ann/.test((await browser.get('/client')).body),
  route: (await browser.get('/me')).json(),
  wrapped: (await browser.get('/wrapped')).json(),
  protected: (await browser.get('/protected')).status,
})

const user = { name: 'ann', email: 'ann@example.org', role: 'admin' }
const SIGNED_IN = {
  page: true,
  client: true,
  route: expect.objectContaining({ user: expect.objectContaining(user) }),
  wrapped: { role: 'admin' },
  protected: 200,
}

test('an application of next-auth 5 keeps its users signed in, whichever part of it they request first', async () => {
  const { replaceBy, newBrowser } = await deploy(migration.before, ENVIRONMENT)
  const [browser, other] = [newBrowser(), newBrowser()]
  for (const each of [browser, other]) await signIn(each, 'ann')
  expect(await look(browser)).toEqual(SIGNED_IN)
  await replaceBy(migration.after)
  // A page cannot set a cookie.
  expect((await browser.get('/me')).json()).toMatchObject({ user })
  expect(sessionCookies(browser)).toEqual(['__Secure-authjs.session-token'])
  // The proxy and a route handler in auth() can.
  expect((await browser.get('/protected')).status).toBe(200)
  expect((await other.get('/wrapped')).json()).toEqual({ role: 'admin' })
  for (const each of [browser, other]) {
    expect(sessionCookies(each)).toEqual(['__Host-authwright.session-token'])
    expect(await look(each)).toEqual(SIGNED_IN)
  }
})

test('an application of next-auth 5 signs in and out by its actions after the migration', async () => {
  const { newBrowser } = await deploy(migration.after, ENVIRONMENT)
  const browser = newBrowser()
  expect((await browser.get('/protected')).location?.href).toBe(`${ORIGIN}/api/auth/signin?callbackUrl=%2Fprotected`)
  await browser.get('/')
  await browser.submit({ username: 'ann', password: 'right' })
  expect((await browser.follow()).body).toContain('Client of ann')
  expect(await look(browser)).toEqual(SIGNED_IN)
  await browser.get('/')
  await browser.submit()
  expect((await browser.follow()).text).toContain('Signed out')
  expect((await browser.get('/me')).json()).toBeNull()
})
