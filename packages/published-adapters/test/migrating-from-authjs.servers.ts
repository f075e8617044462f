import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import PostgresAdapter from '@auth/pg-adapter'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pgSchema } from '@authwright/adapter-sql/schemas'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import { Auth, setEnvDefaults, type AuthConfig } from '@authwright/core'
import { fromAuthJs } from '@authwright/core/compat'
import Keycloak from '@authwright/core/providers/keycloak'
import {
  signInAtProvider,
  SECRET,
  session,
  sessionCookies,
  signIn,
  startMoving,
  type Handle,
  type ShownSession,
} from './migration-setup.ts'

const OLD = '__Secure-authjs.session-token'
const OWN = '__Host-authwright.session-token'

let moving: Awaited<ReturnType<typeof startMoving>>
beforeAll(async () => {
  moving = await startMoving()
}, 60_000)
afterAll(() => moving.close())

const people = ['Ada', 'Alan'] as const

describe.each([
  ['in encrypted cookies', 'auth.ts', 'auth.ts'],
  ['in PostgreSQL, through the published adapter', 'database.ts', 'database.ts'],
  ['in PostgreSQL, afterwards through the adapter of Authwright', 'database.ts', 'own-adapter.ts'],
])('with sessions %s', (_where, before, after) => {
  test('users stay signed in during and after the migration', async () => {
    const setup = moving.openSite(await moving.load(`before/${before}`))
    const browsers = await Promise.all(
      people.map(async (person) => {
        const browser = setup.open()
        await signIn(browser, person)
        return browser
      }),
    )
    const seen = await Promise.all(browsers.map(session))
    expect(seen.map((shown) => shown?.user?.name?.split(' ')[0])).toStrictEqual(people)
    expect(browsers.map(sessionCookies)).toStrictEqual([[OLD], [OLD]])

    setup.replace(await moving.load(`after/${after}`))
    const moved = await Promise.all(browsers.map(session))
    const withoutEnd = (shown: ShownSession | null) => ({ ...shown, expires: undefined })
    expect(moved.map(withoutEnd)).toStrictEqual(seen.map(withoutEnd))
    expect(browsers.map(sessionCookies)).toStrictEqual([[OWN], [OWN]])
    const again = await Promise.all(browsers.map(session))
    expect(again.map(withoutEnd)).toStrictEqual(seen.map(withoutEnd))
  })

  test('a user can sign out after the migration', async () => {
    const setup = moving.openSite(await moving.load(`before/${before}`))
    const browser = setup.open()
    await signIn(browser, 'Ada')
    setup.replace(await moving.load(`after/${after}`))
    await browser.get('/auth/signout')
    await browser.submit()
    expect(sessionCookies(browser)).toStrictEqual([])
    expect(await session(browser)).toBeNull()
  })

  test('a user who signs in after the migration is the same user', async () => {
    const setup = moving.openSite(await moving.load(`before/${before}`))
    await signIn(setup.open(), 'Grace')
    const count = async () => (await moving.pool.query('select count(*)::int as n from users')).rows
    const countBefore = await count()
    setup.replace(await moving.load(`after/${after}`))
    const browser = setup.open()
    await signIn(browser, 'Grace')
    expect((await session(browser))?.user?.name).toContain('Grace')
    expect(await count()).toStrictEqual(countBefore)
  })
})

const published = (): AuthConfig => ({ adapter: PostgresAdapter(moving.pool), providers: [Keycloak] })

/** A server with a configuration that the guide describes in words only. */
const serve = (config: AuthConfig): Handle => {
  setEnvDefaults(process.env, config)
  return (request) => Auth(request, config)
}

test.each([
  ['in encrypted cookies', 'auth.ts', 'auth.ts', (): AuthConfig => ({ providers: [Keycloak] })],
  ['in PostgreSQL, through the published adapter', 'database.ts', 'database.ts', published],
  [
    'in PostgreSQL, through the adapter of Authwright',
    'database.ts',
    'own-adapter.ts',
    () => ({ ...published(), adapter: postgresAdapter({ pool: moving.pool, schema: pgSchema }) }),
  ],
])('migrated sessions stay valid without the preset: %s', async (...row) => {
  const [, before, after, config] = row
  const setup = moving.openSite(await moving.load(`before/${before}`))
  const browser = setup.open()
  await signIn(browser, 'Ada')
  setup.replace(await moving.load(`after/${after}`))
  await session(browser)
  setup.replace(serve(config()))
  expect(await session(browser)).toMatchObject({ user: { name: 'Ada Lovelace' } })
  expect(sessionCookies(browser)).toStrictEqual([OWN])
})

describe('a secret that is too short', () => {
  const SHORT = 'sixteen letters.'
  afterEach(() => {
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_SECRET_1', undefined)
  })

  test('is refused, and can be replaced before the migration without signing users out', async () => {
    vi.stubEnv('AUTH_SECRET', SHORT)
    const setup = moving.openSite(await moving.load('before/auth.ts'))
    const [ada, alan] = [setup.open(), setup.open()]
    await signIn(ada, 'Ada')
    setup.replace(await moving.load('after/auth.ts'))
    expect((await ada.get('/auth/session')).status).toBe(500)

    vi.stubEnv('AUTH_SECRET_1', SECRET)
    setup.replace(await moving.load('before/auth.ts'))
    expect(await session(ada)).toMatchObject({ user: { name: 'Ada Lovelace' } })
    await signIn(alan, 'Alan')

    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_SECRET_1', undefined)
    setup.replace(await moving.load('after/auth.ts'))
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
  /** A browser, an old server and a new server. */
  const openBoth = async () => {
    const [old, own] = [await moving.load(`before/${before}`), await rolling()]
    const setup = moving.openSite(old)
    const browser = setup.open()
    const at = async (server: Handle): Promise<string | undefined> => {
      setup.replace(server)
      return (await session(browser))?.user?.name
    }
    return { old, own, browser, at, replace: setup.replace }
  }

  test('a user who signed in on an old server is signed in on both', async () => {
    const { old, own, browser, at } = await openBoth()
    await signIn(browser, 'Ada')
    for (const server of [own, old, own, old, own]) expect(await at(server)).toBe('Ada Lovelace')
    expect(sessionCookies(browser).toSorted()).toStrictEqual([OWN, OLD])
  })

  test('a user who signed in on a new server is signed in on new servers only', async () => {
    const { old, own, browser, at, replace } = await openBoth()
    replace(own)
    await signIn(browser, 'Ada')
    expect(await at(own)).toBe('Ada Lovelace')
    expect(await at(old)).toBeUndefined()
    expect(await at(own)).toBe('Ada Lovelace')
  })

  test('a sign-out on a new server ends both sessions', async () => {
    const { old, own, browser, at } = await openBoth()
    await signIn(browser, 'Ada')
    expect(await at(own)).toBe('Ada Lovelace')
    await browser.get('/auth/signout')
    await browser.submit()
    expect(sessionCookies(browser)).toStrictEqual([])
    expect(await at(own)).toBeUndefined()
    expect(await at(old)).toBeUndefined()
  })

  test('a sign-out on an old server ends a cookie session there only, and a database session everywhere', async () => {
    const { old, own, browser, at } = await openBoth()
    await signIn(browser, 'Ada')
    expect(await at(own)).toBe('Ada Lovelace')
    expect(await at(old)).toBe('Ada Lovelace')
    await browser.get('/auth/signout')
    await browser.submit()
    expect(await at(old)).toBeUndefined()
    expect(await at(own)).toBe(leftBehind)
  })

  test('a sign-in whose callback reaches the other kind of server must be started again', async () => {
    const { old, own, browser, at, replace } = await openBoth()
    for (const [from, to] of [
      [old, own],
      [own, old],
    ] as const) {
      replace(from)
      await signInAtProvider(browser, 'Ada')
      replace(to)
      await browser.follow()
      expect(await at(to)).toBeUndefined()
    }
    await signIn(browser, 'Ada')
    expect(await at(old)).toBe('Ada Lovelace')
  })
})

test('the code of the guides compiles', { timeout: 60_000 }, async () => {
  expect(moving.files).toStrictEqual([
    'before/auth.ts',
    'after/auth.ts',
    'before/database.ts',
    'after/database.ts',
    'after/own-adapter.ts',
    'sveltekit/auth.ts',
    'after/rolling.ts',
    'after/another-library.ts',
    'lucia/move.ts',
    'lucia/password.ts',
    'lucia/auth.ts',
    'better-auth/move.ts',
    'better-auth/auth.ts',
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
  // Another check covers the sources of the packages.
  expect(
    stdout.split('\n').filter((line) => /^(?:before|after|sveltekit|lucia|better-auth)\//.test(line)),
  ).toStrictEqual([])
})
