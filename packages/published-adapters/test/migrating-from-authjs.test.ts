import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Auth, setEnvDefaults } from '@gatehouse/core'
import type { AuthConfig } from '@gatehouse/core'
import Keycloak from '@gatehouse/core/providers/keycloak'
import { openBrowser } from '@gatehouse/testing'
import type { Browser } from '@gatehouse/testing'
import { startPostgres } from '@gatehouse/testing/databases'
import { startIdentityProvider } from '@gatehouse/testing/identity-provider'
import type { IdentityProvider } from '@gatehouse/testing/identity-provider'
import { writeGuide } from '../../core/test/compat/guide.ts'

const ORIGIN = 'https://app.example.com'
const SECRET = 'a secret of the tests, thirty-two characters and more'
const OLD = '__Secure-authjs.session-token'
const OWN = '__Secure-gatehouse.session-token'

type Handle = (request: Request) => Promise<Response>

let folder: string
let files: readonly string[]
let provider: IdentityProvider
let server: Awaited<ReturnType<typeof startPostgres>>
let pool: pg.Pool

/** The tables as the documentation of the published adapter makes them. */
const TABLES = `
  create table verification_token (
    identifier text not null, expires timestamptz not null, token text not null, primary key (identifier, token)
  );
  create table accounts (
    id serial primary key, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
    "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text,
    scope text, session_state text, token_type text
  );
  create table sessions (
    id serial primary key, "userId" integer not null, expires timestamptz not null, "sessionToken" varchar(255) not null
  );
  create table users (
    id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text
  );`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-guide-'))
  files = await writeGuide(folder)
  const redirectUris = [`${ORIGIN}/auth/callback/keycloak`]
  const clients = [{ clientId: 'app', clientSecret: 'app-secret', redirectUris }]
  ;[provider, server] = await Promise.all([startIdentityProvider({ clients }), startPostgres()])
  const url = new URL(await server.createDatabase())
  pool = new pg.Pool({ connectionString: url.href })
  // The server may be gone before the last connection has noticed that it is closed.
  pool.on('error', () => undefined)
  await pool.query(TABLES)
  const variables = {
    AUTH_SECRET: SECRET,
    AUTH_TRUST_HOST: 'true',
    AUTH_KEYCLOAK_ID: 'app',
    AUTH_KEYCLOAK_SECRET: 'app-secret',
    AUTH_KEYCLOAK_ISSUER: provider.issuer,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: url.password,
    PGDATABASE: url.pathname.slice(1),
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}, 60_000)

afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all([...pools, pool].map((open) => open?.end()))
  await Promise.all([provider?.close(), server?.close(), rm(folder, { recursive: true, force: true })])
})

interface Loaded {
  readonly handle: Handle
  readonly pool?: pg.Pool
}

const pools = new Set<pg.Pool>()

const load = async (file: string): Promise<Handle> => {
  const loaded = (await import(/* @vite-ignore */ join(folder, file))) as Loaded
  if (loaded.pool !== undefined) pools.add(loaded.pool)
  return loaded.handle
}

/** Browsers of a site whose server can be replaced while they are open. */
const siteOf = (handle: Handle) => {
  let serving = handle
  const answer = (request: Request): Response | Promise<Response> => {
    if (request.url.startsWith(provider.issuer)) return fetch(request, { redirect: 'manual' })
    return new URL(request.url).pathname === '/' ? new Response('home') : serving(request)
  }
  return {
    open: () => openBrowser({ handler: answer, origin: ORIGIN }),
    replace: (next: Handle) => void (serving = next),
  }
}

const signIn = async (browser: Browser, person: string): Promise<void> => {
  const { csrfToken } = JSON.parse((await browser.get('/auth/csrf')).body) as { readonly csrfToken: string }
  await browser.post('/auth/signin/keycloak', { csrfToken })
  await browser.follow()
  await browser.submit({}, { press: person })
  await browser.follow()
}

interface Shown {
  readonly user?: { readonly name?: string }
  readonly expires?: string
}

const session = async (browser: Browser): Promise<Shown | null> =>
  JSON.parse((await browser.get('/auth/session')).body) as Shown | null

const sessionCookies = (browser: Browser): readonly string[] =>
  browser.jar
    .list()
    .map(({ name }) => name)
    .filter((name) => name.includes('session-token'))

const people = ['Ada', 'Alan'] as const

describe.each([
  ['in encrypted cookies', 'auth.ts', 'auth.ts'],
  ['in PostgreSQL, through the published adapter', 'database.ts', 'database.ts'],
  ['in PostgreSQL, afterwards through an adapter of ours', 'database.ts', 'own-adapter.ts'],
])('with sessions %s', (_where, before, after) => {
  test('nobody who is signed in notices the move, nor the end of the preset', async () => {
    const site = siteOf(await load(`before/${before}`))
    const browsers = await Promise.all(
      people.map(async (person) => {
        const browser = site.open()
        await signIn(browser, person)
        return browser
      }),
    )
    const seen = await Promise.all(browsers.map(session))
    expect(seen.map((shown) => shown?.user?.name?.split(' ')[0])).toStrictEqual(people)
    expect(browsers.map(sessionCookies)).toStrictEqual([[OLD], [OLD]])

    site.replace(await load(`after/${after}`))
    const moved = await Promise.all(browsers.map(session))
    const withoutEnd = (shown: Shown | null) => ({ ...shown, expires: undefined })
    expect(moved.map(withoutEnd)).toStrictEqual(seen.map(withoutEnd))
    expect(browsers.map(sessionCookies)).toStrictEqual([[OWN], [OWN]])
    const again = await Promise.all(browsers.map(session))
    expect(again.map(withoutEnd)).toStrictEqual(seen.map(withoutEnd))
  })

  test('somebody signs out here who had signed in there', async () => {
    const site = siteOf(await load(`before/${before}`))
    const browser = site.open()
    await signIn(browser, 'Ada')
    site.replace(await load(`after/${after}`))
    await browser.get('/auth/signout')
    await browser.submit()
    expect(sessionCookies(browser)).toStrictEqual([])
    expect(await session(browser)).toBeNull()
  })

  test('somebody signs in here who was known there, and is the same person', async () => {
    const site = siteOf(await load(`before/${before}`))
    await signIn(site.open(), 'Grace')
    const count = async () => (await pool.query('select count(*)::int as n from users')).rows
    const known = await count()
    site.replace(await load(`after/${after}`))
    const browser = site.open()
    await signIn(browser, 'Grace')
    expect((await session(browser))?.user?.name).toContain('Grace')
    expect(await count()).toStrictEqual(known)
  })
})

test('without the preset, as after cleaning up, a session that was taken over goes on', async () => {
  const site = siteOf(await load('before/auth.ts'))
  const browser = site.open()
  await signIn(browser, 'Ada')
  site.replace(await load('after/auth.ts'))
  await session(browser)
  const config: AuthConfig = { providers: [Keycloak] }
  setEnvDefaults(process.env, config)
  site.replace((request) => Auth(request, config))
  expect(await session(browser)).toMatchObject({ user: { name: 'Ada Lovelace' } })
})

test('what the guide shows compiles', { timeout: 60_000 }, async () => {
  expect(files).toStrictEqual([
    'before/auth.ts',
    'after/auth.ts',
    'before/database.ts',
    'after/database.ts',
    'after/own-adapter.ts',
    'sveltekit/auth.ts',
    'after/rolling.ts',
  ])
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    customConditions: ['gatehouse-source'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = join(folder, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  )
  // The sources of the packages have a check of their own.
  expect(stdout.split('\n').filter((line) => /^(?:before|after|sveltekit)\//.test(line))).toStrictEqual([])
})
