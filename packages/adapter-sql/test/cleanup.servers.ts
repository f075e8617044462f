import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createAuth } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { sqliteAdapter } from '../src/sqlite.ts'
import { cleanupOnce, scratchFile } from './databases.ts'
import { type Engine, type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

const run = promisify(execFile)
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const node = (...given: string[]) => run(process.execPath, ['--conditions', 'authwright-source', ...given])
const command = (...given: string[]) => node(pathOf('../src/command/cleanup.ts'), ...given)

const LONG_AGO = new Date('2020-01-01')
const FUTURE = new Date('2090-01-01')
const EXPIRED = 120
const ORIGIN = 'https://app.example.com'
const TABLES = ['sessions', 'verification_tokens', 'counters'] as const

const isDelete = (statement: string): boolean => /\bdelete from\b/.test(statement)

/** Writes `EXPIRED` expired rows and one valid row to each table. */
const fill = async (adapter: SqlAdapter): Promise<void> => {
  const { id } = await adapter.createUser({ id: crypto.randomUUID(), email: 'a@b.test', emailVerified: null })
  const write = async (to: Adapter, name: string, expires: Date): Promise<void> => {
    await to.createSession?.({ sessionToken: name, userId: id, expires })
    await to.createVerificationToken?.({ identifier: 'a@b.test', token: name, expires })
    await to.incrementCounter?.(name, expires)
  }
  await adapter.transaction(async (inner) => {
    for (let i = 0; i < EXPIRED; i += 1) await write(inner, `expired ${i}`, LONG_AGO)
    await write(inner, 'valid', FUTURE)
  })
}

const countRows = async ({ query }: Pick<Engine, 'query'>): Promise<number[]> => {
  const counts = TABLES.map((table) => query(`select count(*) as n from ${table}`))
  return (await Promise.all(counts)).map(([row]) => Number(row?.['n']))
}

const defineTests = (kind: EngineKind) => {
  let engine: Engine
  let adapter: SqlAdapter
  let open: () => Promise<Engine>
  withEngine(kind, (opened) => void (({ engine, adapter } = opened), (open = () => opened.server.open())))

  test('a request deletes no expired rows except the session that it sends', async () => {
    await fill(adapter)
    const auth = createAuth({ adapter, origin: ORIGIN, secret: 'the secret of rows that have expired', providers: [] })
    const readSession = async (token: string): Promise<unknown> => {
      const cookie = `__Host-authwright.session-token=${token}`
      return (await auth.handle(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))).json()
    }
    expect(await readSession('valid')).toMatchObject({ user: { email: 'a@b.test' } })
    for (let i = 0; i < 3; i += 1) expect(await readSession('expired 0')).toBeNull()
    expect(await countRows(engine)).toEqual([EXPIRED, EXPIRED + 1, EXPIRED + 1])
  })

  test('no statement finds rows by their physical position, which not every database offers', async () => {
    const statements: string[] = []
    const recorded = engine.recorded((statement) => void statements.push(statement))
    await cleanupOnce(recorded, 1)
    expect(statements.some(isDelete)).toBe(true)
    expect(statements.join()).not.toMatch(/\b(?:ctid|rowid)\b/i)
  })

  test('two processes that clean up at once delete all expired rows in batches', async () => {
    const [sessions = 0, ...others] = await countRows(engine)
    const deletes: string[] = []
    const listener = (statement: string) => void (isDelete(statement) && deletes.push(statement))
    const both = [engine.recorded(listener), engine.recorded(listener)]
    const deleted = (await Promise.all(both.map((each) => each.cleanup({ batchSize: 50 })))).reduce((a, b) => a + b)
    expect(deleted).toBe(sessions - 1 + EXPIRED * others.length)
    expect(deletes.length).toBeGreaterThanOrEqual(deleted / 50)
    expect(await countRows(engine)).toEqual([1, 1, 1])
    expect(await adapter.getSessionAndUser('valid')).not.toBeNull()
  })

  // A database in memory has no address for the command.
  if (kind === engines.sqlite) return
  test('three commands that run at once delete all expired rows', async () => {
    const fresh = await open()
    await fill(fresh.adapter())
    const results = await Promise.all([1, 2, 3].map(() => command(fresh.url ?? '', '--batch-size', '50')))
    const numbers = results.map(({ stdout }) => Number(/^deleted (\d+)\n$/.exec(stdout)?.[1]))
    expect(numbers.reduce((a, b) => a + b)).toBe(3 * EXPIRED)
    expect(await countRows(fresh)).toEqual([1, 1, 1])
    await fresh.close()
  })
}

describe('cleanup on node:sqlite', () => {
  defineTests(engines.sqlite)
})
describe('cleanup on PostgreSQL', () => {
  defineTests(engines.pg)
})
describe('cleanup on MariaDB', () => {
  defineTests(engines.mariadb)
})

describe('authwright-cleanup', () => {
  test('cleans up a SQLite file in two processes at once', async () => {
    const { path, remove } = scratchFile()
    const adapter = sqliteAdapter({ path })
    await fill(adapter)
    const results = await Promise.all([command(path), command(path, '--batch-size', '7')])
    expect(results.reduce((sum, { stdout }) => sum + Number(stdout.replace('deleted ', '')), 0)).toBe(3 * EXPIRED)
    expect(await adapter.getSessionAndUser('valid')).not.toBeNull()
    await adapter.close()
    remove()
  })

  test('cleans up the existing tables of the published Kysely adapter on SQLite, whose instants are text', async () => {
    const { path, remove } = scratchFile()
    const database = new DatabaseSync(path)
    database.exec(`create table User (id text primary key, name text, email text not null unique, emailVerified text, image text);
      create table Account (id text primary key, userId text not null, type text not null, provider text not null,
        providerAccountId text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text,
        id_token text, session_state text);
      create table Session (id text primary key, userId text not null, sessionToken text not null unique, expires text not null);
      create table VerificationToken (identifier text not null, token text not null unique, expires text not null);
      insert into Session values ('1', 'u', 'expired', '2020-01-01T00:00:00.000Z'), ('2', 'u', 'valid', '2090-01-01T00:00:00.000Z')`)
    await node(pathOf('../src/command/migrate.ts'), path, '--existing', 'kysely-sqlite')
    expect((await command(path, '--existing', 'kysely-sqlite')).stdout).toBe('deleted 1\n')
    expect(database.prepare('select sessionToken from Session').all()).toMatchObject([{ sessionToken: 'valid' }])
    database.close()
    remove()
  })

  test('prints its usage without a database, or with an invalid batch size or adapter', async () => {
    const invalid = [[], ['app.db', '--batch-size', '0'], ['app.db', '--existing', 'toString']]
    const usage = expect.stringContaining('authwright-cleanup <address>')
    const results = await Promise.all(invalid.map((given) => command(...given).catch((error: unknown) => error)))
    for (const each of results) expect(each).toMatchObject({ code: 2, stdout: usage })
  })
})
