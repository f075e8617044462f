import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, openBrowser } from '@authwright/testing'
import { type IdentityProvider, startIdentityProvider } from '@authwright/testing/identity-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeGuide } from '@authwright/test-kit/migration-guide'
import { type Page, ORIGIN, visit } from './support/kit.ts'
import { buildPublished } from './support/published.ts'
import type { Site } from './support/site.ts'

const OLD = '__Secure-authjs.session-token'
const OWN = '__Host-authwright.session-token'

let folder: string
let provider: IdentityProvider
let before: Site
let after: Site

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authwright-guide-'))
  const redirectUris = [`${ORIGIN}/auth/callback/keycloak`]
  const clients = [{ clientId: 'app', clientSecret: 'app-secret', redirectUris }]
  ;[provider] = await Promise.all([startIdentityProvider({ clients }), writeGuide(folder)])
  const variables = {
    AUTH_SECRET: 'a secret of the tests, thirty-two characters and more',
    AUTH_TRUST_HOST: 'true',
    AUTH_KEYCLOAK_ID: 'app',
    AUTH_KEYCLOAK_SECRET: 'app-secret',
    AUTH_KEYCLOAK_ISSUER: provider.issuer,
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  before = await buildPublished(folder)
  after = (await import(/* @vite-ignore */ join(folder, 'sveltekit/auth.ts'))) as Site
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await provider.close()
  await rm(folder, { recursive: true, force: true })
})

/** The application: its actions, and a page that returns the session. */
const pagesOf = (site: Site): Readonly<Record<string, Page>> => ({
  '/signin': site.signIn,
  '/signout': site.signOut,
  '/': ({ locals }) => (locals as App.Locals).auth(),
})

/** A browser, and a function that replaces the application while the browser is open. */
const open = () => {
  let site = before
  const handler = async (request: Request): Promise<Response> => {
    const { host, pathname, search } = new URL(request.url)
    if (request.url.startsWith(provider.issuer)) return fetch(request, { redirect: 'manual' })
    const headers = { ...Object.fromEntries(request.headers), host }
    const form = request.method === 'POST' ? { form: new URLSearchParams(await request.text()) } : {}
    return visit(site, { path: pathname + search, headers, ...form }, pagesOf(site)[pathname])
  }
  return { browser: openBrowser({ handler, origin: ORIGIN }), migrate: () => void (site = after) }
}

const signIn = async (browser: Browser): Promise<void> => {
  await browser.post('/signin', { providerId: 'keycloak', redirectTo: '/' })
  await browser.follow()
  await browser.submit({}, { press: 'Ada' })
  await browser.follow()
}

const readSession = async (browser: Browser): Promise<unknown> => JSON.parse((await browser.get('/')).body)

const sessionCookies = (browser: Browser): readonly string[] =>
  browser.jar
    .list()
    .map(({ name }) => name)
    .filter((name) => name.includes('session-token'))

test('locals.auth() reads a session of the published package and replaces its cookie', async () => {
  const { browser, migrate } = open()
  await signIn(browser)
  expect(await readSession(browser)).toMatchObject({ user: { name: 'Ada Lovelace', email: 'ada@example.org' } })
  expect(sessionCookies(browser)).toStrictEqual([OLD])
  migrate()
  for (let i = 0; i < 2; i += 1) {
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ada Lovelace', email: 'ada@example.org' } })
    expect(sessionCookies(browser)).toStrictEqual([OWN])
  }
})

test('the sign-out action ends a session of the published package', async () => {
  const { browser, migrate } = open()
  await signIn(browser)
  migrate()
  await browser.post('/signout', {})
  expect(sessionCookies(browser)).toStrictEqual([])
  expect(await readSession(browser)).toBeNull()
})

test('the sign-in action accepts the same form', async () => {
  const { browser, migrate } = open()
  migrate()
  await signIn(browser)
  expect(await readSession(browser)).toMatchObject({ user: { name: 'Ada Lovelace' } })
  expect(sessionCookies(browser)).toStrictEqual([OWN])
})
