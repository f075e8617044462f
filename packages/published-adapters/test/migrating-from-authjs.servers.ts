import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import PostgresAdapter from '@auth/pg-adapter'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pgSchema } from '@authwright/adapter-sql/schemas'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import { Auth, setEnvDefaults } from '@authwright/core'
import type { AuthConfig } from '@authwright/core'
import { fromAuthJs } from '@authwright/core/compat'
import Keycloak from '@authwright/core/providers/keycloak'
import { leave, SECRET, session, sessionCookies, signIn, startMoving } from './moving.ts'
import type { Handle, Shown } from './moving.ts'

const OLD = '__Secure-authjs.session-token'
const OWN = '__Secure-authwright.session-token'

let moving: Awaited<ReturnType<typeof startMoving>>
beforeAll(async () => {
  moving = await startMoving()
}, 60_000)
afterAll(() => moving.close())

const people = ['Ada', 'Alan'] as const

describe.each([
  ['in encrypted cookies', 'auth.ts', 'auth.ts'],
  ['in PostgreSQL, through the published adapter', 'database.ts', 'database.ts'],
  ['in PostgreSQL, afterwards through an adapter of ours', 'database.ts', 'own-adapter.ts'],
])('with sessions %s', (_where, before, after) => {
  test('nobody who is signed in notices the move, nor the end of the preset', async () => {
    const site = moving.siteOf(await moving.load(`before/${before}`))
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

    site.replace(await moving.load(`after/${after}`))
    const moved = await Promise.all(browsers.map(session))
    const withoutEnd = (shown: Shown | null) => ({ ...shown, expires: undefined })
    expect(moved.map(withoutEnd)).toStrictEqual(seen.map(withoutEnd))
    expect(browsers.map(sessionCookies)).toStrictEqual([[OWN], [OWN]])
    const again = await Promise.all(browsers.map(session))
    expect(again.map(withoutEnd)).toStrictEqual(seen.map(withoutEnd))
  })

  test('somebody signs out here who had signed in there', async () => {
    const site = moving.siteOf(await moving.load(`before/${before}`))
    const browser = site.open()
    await signIn(browser, 'Ada')
    site.replace(await moving.load(`after/${after}`))
    await browser.get('/auth/signout')
    await browser.submit()
    expect(sessionCookies(browser)).toStrictEqual([])
    expect(await session(browser)).toBeNull()
  })

  test('somebody signs in here who was known there, and is the same person', async () => {
    const site = moving.siteOf(await moving.load(`before/${before}`))
    await signIn(site.open(), 'Grace')
    const count = async () => (await moving.pool.query('select count(*)::int as n from users')).rows
    const known = await count()
    site.replace(await moving.load(`after/${after}`))
    const browser = site.open()
    await signIn(browser, 'Grace')
    expect((await session(browser))?.user?.name).toContain('Grace')
    expect(await count()).toStrictEqual(known)
  })
})

const published = (): AuthConfig => ({ adapter: PostgresAdapter(moving.pool), providers: [Keycloak] })

/** A server of ours with a config that the guide describes and does not show. */
const serve = (config: AuthConfig): Handle => {
  setEnvDefaults(process.env, config)
  return (request) => Auth(request, config)
}

test.each([
  ['in encrypted cookies', 'auth.ts', 'auth.ts', (): AuthConfig => ({ providers: [Keycloak] })],
  ['in PostgreSQL, through the published adapter', 'database.ts', 'database.ts', published],
  [
    'in PostgreSQL, through an adapter of ours',
    'database.ts',
    'own-adapter.ts',
    () => ({ ...published(), adapter: postgresAdapter({ pool: moving.pool, schema: pgSchema }) }),
  ],
])('without the preset, as after cleaning up, sessions that were taken over go on: %s', async (...row) => {
  const [, before, after, config] = row
  const site = moving.siteOf(await moving.load(`before/${before}`))
  const browser = site.open()
  await signIn(browser, 'Ada')
  site.replace(await moving.load(`after/${after}`))
  await session(browser)
  site.replace(serve(config()))
  expect(await session(browser)).toMatchObject({ user: { name: 'Ada Lovelace' } })
  expect(sessionCookies(browser)).toStrictEqual([OWN])
})

describe('a secret that is too short', () => {
  const SHORT = 'sixteen letters.'
  afterEach(() => {
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_SECRET_1', undefined)
  })

  test('is refused, and is replaced before the move without signing anybody out', async () => {
    vi.stubEnv('AUTH_SECRET', SHORT)
    const site = moving.siteOf(await moving.load('before/auth.ts'))
    const [ada, alan] = [site.open(), site.open()]
    await signIn(ada, 'Ada')
    site.replace(await moving.load('after/auth.ts'))
    expect((await ada.get('/auth/session')).status).toBe(500)

    vi.stubEnv('AUTH_SECRET_1', SECRET)
    site.replace(await moving.load('before/auth.ts'))
    expect(await session(ada)).toMatchObject({ user: { name: 'Ada Lovelace' } })
    await signIn(alan, 'Alan')

    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_SECRET_1', undefined)
    site.replace(await moving.load('after/auth.ts'))
    expect(await session(ada)).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(await session(alan)).toMatchObject({ user: { name: 'Alan Turing' } })
    expect([ada, alan].map(sessionCookies)).toStrictEqual([[OWN], [OWN]])
  })
})

describe.each([
  ['in encrypted cookies', 'auth.ts', () => moving.load('after/rolling.ts'), 'Ada Lovelace'],
  [
    'in PostgreSQL',
    'database.ts',
    async () => serve(fromAuthJs(published(), { until: new Date(Date.now() + 864e5), keepCookies: true })),
    undefined,
  ],
])('while servers are replaced one after another, with sessions %s', (_where, before, rolling, leftBehind) => {
  /** One browser, and a server of either kind that it may reach. */
  const both = async () => {
    const [old, own] = [await moving.load(`before/${before}`), await rolling()]
    const site = moving.siteOf(old)
    const browser = site.open()
    const at = async (server: Handle): Promise<string | undefined> => {
      site.replace(server)
      return (await session(browser))?.user?.name
    }
    return { old, own, browser, at, replace: site.replace }
  }

  test('whoever signed in on an old one is signed in on both', async () => {
    const { old, own, browser, at } = await both()
    await signIn(browser, 'Ada')
    for (const server of [own, old, own, old, own]) expect(await at(server)).toBe('Ada Lovelace')
    expect(sessionCookies(browser).toSorted()).toStrictEqual([OLD, OWN])
  })

  test('whoever signs in on a new one is known to those alone', async () => {
    const { old, own, browser, at, replace } = await both()
    replace(own)
    await signIn(browser, 'Ada')
    expect(await at(own)).toBe('Ada Lovelace')
    expect(await at(old)).toBeUndefined()
    expect(await at(own)).toBe('Ada Lovelace')
  })

  test('signing out on a new one ends both', async () => {
    const { old, own, browser, at } = await both()
    await signIn(browser, 'Ada')
    expect(await at(own)).toBe('Ada Lovelace')
    await browser.get('/auth/signout')
    await browser.submit()
    expect(sessionCookies(browser)).toStrictEqual([])
    expect(await at(own)).toBeUndefined()
    expect(await at(old)).toBeUndefined()
  })

  test('signing out on an old one ends a session in cookies there only, and one in the database everywhere', async () => {
    const { old, own, browser, at } = await both()
    await signIn(browser, 'Ada')
    expect(await at(own)).toBe('Ada Lovelace')
    expect(await at(old)).toBe('Ada Lovelace')
    await browser.get('/auth/signout')
    await browser.submit()
    expect(await at(old)).toBeUndefined()
    expect(await at(own)).toBe(leftBehind)
  })

  test('a sign-in that comes back to another kind of server has to be begun again', async () => {
    const { old, own, browser, at, replace } = await both()
    for (const [from, to] of [
      [old, own],
      [own, old],
    ] as const) {
      replace(from)
      await leave(browser, 'Ada')
      replace(to)
      await browser.follow()
      expect(await at(to)).toBeUndefined()
    }
    await signIn(browser, 'Ada')
    expect(await at(old)).toBe('Ada Lovelace')
  })
})

test('what the guide shows compiles', { timeout: 60_000 }, async () => {
  expect(moving.files).toStrictEqual([
    'before/auth.ts',
    'after/auth.ts',
    'before/database.ts',
    'after/database.ts',
    'after/own-adapter.ts',
    'sveltekit/auth.ts',
    'after/rolling.ts',
    'after/another-library.ts',
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
    customConditions: ['authwright-source'],
    // The build writes these entries; they only name core's.
    paths: { '@authwright/sveltekit/providers/*': ['./node_modules/@authwright/core/src/providers/*.ts'] },
  }
  await writeFile(join(moving.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: moving.files }))
  const compiler = join(moving.folder, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', moving.folder], {
    cwd: moving.folder,
  }).catch((failed: { stdout: string }) => failed)
  // The sources of the packages have a check of their own.
  expect(stdout.split('\n').filter((line) => /^(?:before|after|sveltekit)\//.test(line))).toStrictEqual([])
})
