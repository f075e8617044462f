import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createAuth } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { deleteAllExpired, type SqlAdapter } from '../src/index.ts'
import { sqliteAdapter } from '../src/sqlite.ts'
import { scratchFile } from './databases.ts'
import { type Engine, type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

const run = promisify(execFile)
const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const node = (...given: string[]) => run(process.execPath, ['--conditions', 'authwright-source', ...given])
const command = (...given: string[]) => node(fileOf('../src/cleaning/main.ts'), ...given)

const LONG_AGO = new Date('2020-01-01')
const IN_TIME = new Date('2090-01-01')
const OVER = 120
const ORIGIN = 'https://app.example.com'
const TABLES = ['sessions', 'verification_tokens', 'attempts'] as const

/** So many rows of each kind whose time is over, and one of each whose is not. */
const fill = async (adapter: SqlAdapter): Promise<void> => {
  const { id } = await adapter.createUser({ id: crypto.randomUUID(), email: 'a@b.test', emailVerified: null })
  const write = async (to: Adapter, name: string, expires: Date): Promise<void> => {
    await to.createSession?.({ sessionToken: name, userId: id, expires })
    await to.createVerificationToken?.({ identifier: 'a@b.test', token: name, expires })
    await to.incrementCounter?.(name, expires)
  }
  await adapter.transaction(async (inner) => {
    for (let i = 0; i < OVER; i += 1) await write(inner, `over ${i}`, LONG_AGO)
    await write(inner, 'in time', IN_TIME)
  })
}

const rowsOf = async ({ query }: Pick<Engine, 'query'>): Promise<number[]> => {
  const counts = TABLES.map((table) => query(`select count(*) as n from ${table}`))
  return (await Promise.all(counts)).map(([row]) => Number(row?.['n']))
}

/** An adapter whose batches are written down. */
const watched = (adapter: SqlAdapter) => {
  const batches: number[] = []
  const deleteExpired: SqlAdapter['deleteExpired'] = async (options) => {
    const removed = await adapter.deleteExpired(options)
    batches.push(removed)
    return removed
  }
  return { deleteExpired, batches }
}

const rulesOf = (kind: EngineKind) => {
  let engine: Engine
  let adapter: SqlAdapter
  let open: () => Promise<Engine>
  withEngine(kind, (opened) => void (({ engine, adapter } = opened), (open = () => opened.server.open())))

  test('no request removes what is over, but for the one session that it brings', async () => {
    await fill(adapter)
    const auth = createAuth({ adapter, origin: ORIGIN, secret: 's'.repeat(32), providers: [] })
    const sessionOf = async (token: string): Promise<unknown> => {
      const cookie = `__Secure-authwright.session-token=${token}`
      return (await auth.handle(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))).json()
    }
    expect(await sessionOf('in time')).toMatchObject({ user: { email: 'a@b.test' } })
    for (let i = 0; i < 3; i += 1) expect(await sessionOf('over 0')).toBeNull()
    expect(await rowsOf(engine)).toEqual([OVER, OVER + 1, OVER + 1])
  })

  test('two who clean at once remove all that is over, in batches', async () => {
    const [sessions = 0, ...others] = await rowsOf(engine)
    const both = [watched(adapter), watched(engine.adapter())]
    const removed = await Promise.all(both.map((each) => deleteAllExpired(each, { limit: 50 })))
    expect(removed.reduce((a, b) => a + b)).toBe(sessions - 1 + OVER * others.length)
    for (const { batches } of both) expect(Math.max(...batches)).toBeLessThanOrEqual(50)
    expect(await rowsOf(engine)).toEqual([1, 1, 1])
    expect(await adapter.getSessionAndUser('in time')).not.toBeNull()
  })

  // A database in memory has no address.
  if (kind === engines.sqlite) return
  test('the command does so in three processes at once', async () => {
    const fresh = await open()
    await fill(fresh.adapter())
    const said = await Promise.all([1, 2, 3].map(() => command(fresh.url ?? '', '--limit', '50')))
    const numbers = said.map(({ stdout }) => Number(/^removed (\d+)\n$/.exec(stdout)?.[1]))
    expect(numbers.reduce((a, b) => a + b)).toBe(3 * OVER)
    expect(await rowsOf(fresh)).toEqual([1, 1, 1])
    await fresh.close()
  })
}

describe('rows whose time is over, on node:sqlite', () => {
  rulesOf(engines.sqlite)
})
describe('rows whose time is over, on PostgreSQL', () => {
  rulesOf(engines.pg)
})
describe('rows whose time is over, on MariaDB', () => {
  rulesOf(engines.mariadb)
})

describe('authwright-delete-expired', () => {
  test('cleans a SQLite file, also beside another process', async () => {
    const { path, remove } = scratchFile()
    const adapter = sqliteAdapter({ path })
    await fill(adapter)
    const said = await Promise.all([command(path), command(path, '--limit', '7')])
    expect(said.reduce((sum, { stdout }) => sum + Number(stdout.replace('removed ', '')), 0)).toBe(3 * OVER)
    expect(await adapter.getSessionAndUser('in time')).not.toBeNull()
    await adapter.close()
    remove()
  })

  test('knows the tables that Kysely’s adapter made in a SQLite file, whose instants are text', async () => {
    const { path, remove } = scratchFile()
    const database = new DatabaseSync(path)
    database.exec(`create table User (id text primary key, name text, email text not null unique, emailVerified text, image text);
      create table Account (id text primary key, userId text not null, type text not null, provider text not null,
        providerAccountId text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text,
        id_token text, session_state text);
      create table Session (id text primary key, userId text not null, sessionToken text not null unique, expires text not null);
      create table VerificationToken (identifier text not null, token text not null unique, expires text not null);
      insert into Session values ('1', 'u', 'over', '2020-01-01T00:00:00.000Z'), ('2', 'u', 'in time', '2090-01-01T00:00:00.000Z')`)
    await node(fileOf('../src/migrate/main.ts'), path, '--adopt', 'kysely-sqlite')
    expect((await command(path, '--adopt', 'kysely-sqlite')).stdout).toBe('removed 1\n')
    expect(database.prepare('select sessionToken from Session').all()).toMatchObject([{ sessionToken: 'in time' }])
    database.close()
    remove()
  })

  test('says how it is used when it is not told which database, how many or whose tables', async () => {
    const wrong = [[], ['app.db', '--limit', '0'], ['app.db', '--adopt', 'toString']]
    const usage = expect.stringContaining('authwright-delete-expired <address>')
    const said = await Promise.all(wrong.map((given) => command(...given).catch((error: unknown) => error)))
    for (const each of said) expect(each).toMatchObject({ code: 2, stdout: usage })
  })
})
