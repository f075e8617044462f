import { DatabaseSync } from 'node:sqlite'
import { adapterContract } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type D1Database, d1Adapter } from '../src/d1.ts'
import { migrations } from '../src/migrate/migrations.ts'
import { shapedLikeD1 } from './d1-shape.ts'
import { openD1 } from '@authwright/test-kit/databases/d1'

let d1: Awaited<ReturnType<typeof openD1>>
beforeAll(async () => {
  d1 = await openD1()
})
afterAll(() => d1.close())

const tables = ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators', 'attempts']

const dump = async (): Promise<string> =>
  JSON.stringify(await d1.database.batch(tables.map((table) => d1.database.prepare(`select * from ${table}`))))

test('D1 is brought up to date once, by whoever comes first', async () => {
  const adapter = d1Adapter({ database: d1.database })
  await expect(adapter.getUser('nobody')).rejects.toThrow('authwright-migrate')
  expect((await adapter.migrate()).applied).toHaveLength(migrations.length)
  expect((await adapter.migrate()).applied).toEqual([])
  expect(await adapter.getUser('nobody')).toBeNull()
})

describe('D1 keeps the contract', () => {
  let adapter: ReturnType<typeof d1Adapter>
  beforeAll(() => {
    adapter = d1Adapter({ database: d1.database, migrate: true })
  })

  adapterContract({ test, make: () => ({ adapter, dump }), without: ['transactions'], rounds: 2 })
})

test('what is over is removed from D1, so many rows at a time, and counted', async () => {
  const adapter = d1Adapter({ database: d1.database })
  await adapter.deleteExpired()
  const over = { identifier: 'ada@example.org', expires: new Date('2001-01-01') }
  for (const token of ['one', 'two', 'three']) await adapter.createVerificationToken({ ...over, token })
  expect(await adapter.deleteExpired({ limit: 2 })).toBe(2)
  expect(await adapter.deleteExpired({ limit: 2 })).toBe(1)
})

test('D1 refuses transactions, so none is offered', async () => {
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
  ['update things set size = size + 1 where id = ? returning size', 'nobody'],
  ['select * from things order by id'],
  ['delete from things where id = ? returning id', 'a'],
  ['savepoint here'],
]

const answersOf = async (database: D1Database): Promise<readonly unknown[]> => {
  const answers: unknown[] = []
  for (const [sql, ...values] of statements) {
    const asked = database
      .prepare(sql)
      .bind(...values)
      .all()
    const answer = ({ results, meta }: Awaited<typeof asked>) => ({
      results,
      changes: /^(?:ins|upd|del)/.test(sql) ? meta.changes : 0,
    })
    answers.push(await asked.then(answer, (error: Error) => /UNIQUE.*/.exec(error.message)?.[0] ?? 'refused'))
  }
  return answers
}

test('SQLite in the shape of D1, which other tests are content with, answers as D1 does', async () => {
  const seen = await answersOf(d1.database)
  expect(await answersOf(shapedLikeD1(new DatabaseSync(':memory:')))).toEqual(seen)
})
