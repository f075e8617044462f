import { DatabaseSync } from 'node:sqlite'
import { adapterContract } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type D1Database, d1Adapter } from '../src/d1.ts'
import { migrations } from '../src/migrate/migrations.ts'
import { cleanupOnce } from './databases.ts'
import { mockD1 } from './d1-mock.ts'
import { openD1 } from '@authwright/test-kit/databases/d1'

let d1: Awaited<ReturnType<typeof openD1>>
beforeAll(async () => {
  d1 = await openD1()
})
afterAll(() => d1.close())

const tables = ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators', 'counters']

const dump = async (): Promise<string> =>
  JSON.stringify(await d1.database.batch(tables.map((table) => d1.database.prepare(`select * from ${table}`))))

test('D1 is migrated once', async () => {
  const adapter = d1Adapter({ database: d1.database })
  await expect(adapter.getUser('absent')).rejects.toThrow('npx @authwright/cli migrate')
  expect((await adapter.migrate()).applied).toHaveLength(migrations.length)
  expect((await adapter.migrate()).applied).toEqual([])
  expect(await adapter.getUser('absent')).toBeNull()
})

describe('D1 fulfills the adapter contract', () => {
  let adapter: ReturnType<typeof d1Adapter>
  beforeAll(() => {
    adapter = d1Adapter({ database: d1.database, migrate: true })
  })

  adapterContract({ test, make: () => ({ adapter, dump }), without: ['transactions'], rounds: 2 })
})

test('deletes expired rows from D1 in batches, and counts them', async () => {
  const adapter = d1Adapter({ database: d1.database })
  await adapter.cleanup()
  const expired = { identifier: 'ada@example.org', expires: new Date('2001-01-01') }
  for (const token of ['one', 'two', 'three']) await adapter.createVerificationToken({ ...expired, token })
  expect(await cleanupOnce(adapter, 2)).toBe(2)
  expect(await cleanupOnce(adapter, 2)).toBe(1)
})

test('the adapter has no transactions, since D1 has none', async () => {
  expect(d1Adapter({ database: d1.database })).not.toHaveProperty('transaction')
  await expect(d1.database.prepare('begin').run()).rejects.toThrow('D1_ERROR')
})

const statements: readonly (readonly [string, ...unknown[]])[] = [
  ['create table things (id text primary key, name text unique, size integer)'],
  ['insert into things values (?, ?, ?)', 'a', 'one', 1],
  ['insert into things values (?, ?, ?) returning *', 'b', null, 2 ** 40],
  ['insert into things values (?, ?, ?)', 'c', 'one', 1],
  ['insert into things values (?, ?, ?)', 'a', 'two', 1],
  ['insert into things values (?, ?, ?) on conflict do nothing', 'a', 'two', 1],
  ['update things set size = size + 1'],
  ['update things set size = size + 1 where id = ? returning size', 'absent'],
  ['select * from things order by id'],
  ['delete from things where id = ? returning id', 'a'],
  ['savepoint here'],
]

const resultsOf = async (database: D1Database): Promise<readonly unknown[]> => {
  const outcomes: unknown[] = []
  for (const [sql, ...values] of statements) {
    const execution = database
      .prepare(sql)
      .bind(...values)
      .all()
    const outcome = ({ results, meta }: Awaited<typeof execution>) => ({
      results,
      changes: /^(?:ins|upd|del)/.test(sql) ? meta.changes : 0,
    })
    outcomes.push(await execution.then(outcome, (error: Error) => /UNIQUE.*/.exec(error.message)?.[0] ?? 'refused'))
  }
  return outcomes
}

test('the D1 mock of other tests returns what D1 returns', async () => {
  const expected = await resultsOf(d1.database)
  expect(await resultsOf(mockD1(new DatabaseSync(':memory:')))).toEqual(expected)
})
