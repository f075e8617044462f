import { createAuth } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { inProcesses } from './address-processes.ts'
import { cleanupOnce } from './databases.ts'
import { type Engine, type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

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

  // A database in memory has no address.
  if (kind === engines.sqlite) return
  test('three processes that run at once delete all expired rows', async () => {
    const fresh = await open()
    await fill(fresh.adapter())
    const deleted = (await inProcesses(3, 'cleanup', fresh.url ?? '')) as readonly number[]
    expect(deleted.reduce((a, b) => a + b)).toBe(3 * EXPIRED)
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
