import { type DatabaseServer, startPostgres } from '@authwright/test-kit/databases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSessions, signIn } from './growth/flows.ts'
import { openFilled } from './growth/postgres.ts'
import { openFilledSqlite } from './growth/sqlite.ts'

const SIZES = [1000, 10_000, 100_000]

type Filled = Awaited<ReturnType<typeof openFilled>>
type FilledSqlite = Awaited<ReturnType<typeof openFilledSqlite>>

describe('with a thousand to a hundred thousand sessions on PostgreSQL', () => {
  let server: DatabaseServer
  let filled: readonly Filled[]
  beforeAll(async () => {
    server = await startPostgres()
    filled = await Promise.all(SIZES.map((size) => openFilled(server, size)))
  })
  afterAll(async () => {
    for (const { close } of filled ?? []) await close()
    await server?.close()
  })

  // A thousand sessions have so few users that PostgreSQL reads them without an index. From there on, ten times as many rows
  // add at most one level to an index: one more block for each index search of a statement or of its planner.
  test.each([
    ['a session check', checkSessions, { times: 20, most: 25, growth: 6 }],
    ['a whole sign-in', signIn, { times: 10, most: 110, growth: 25 }],
  ] as const)(
    'the blocks that %s reads grow only with the depth of the indexes',
    async (_name, work, { times, most, growth }) => {
      const costs: number[] = []
      for (const { costOf } of filled) costs.push(await costOf(work, times))
      const [few = 0, , many = 0] = costs
      expect(few).toBeGreaterThan(0)
      expect(many).toBeLessThanOrEqual(most)
      expect(many - (costs[1] ?? 0)).toBeLessThanOrEqual(growth)
    },
  )

  test('detects a missing index', async () => {
    const many = filled.at(-1)
    await many?.query('alter table sessions drop constraint sessions_pkey')
    expect(await many?.costOf(checkSessions, 3)).toBeGreaterThan(1000)
  })
})

describe('with a thousand to a hundred thousand sessions on SQLite', () => {
  let filled: readonly FilledSqlite[]
  beforeAll(async () => {
    filled = await Promise.all(SIZES.map(openFilledSqlite))
  })
  afterAll(() => {
    for (const { close } of filled ?? []) close()
  })

  test.each([
    ['a session check', checkSessions, 1],
    ['a whole sign-in', signIn, 6],
  ] as const)('%s runs the same statements, each with an index', async (_name, work, minimum) => {
    const recordings = await Promise.all(filled.map(({ record }) => record(work)))
    const [few] = recordings
    expect(few?.statements.length).toBeGreaterThanOrEqual(minimum)
    for (const { statements, scans } of recordings) {
      expect(scans).toEqual([])
      expect(statements).toEqual(few?.statements)
    }
  })

  test('no index gets more than two pages deeper', () => {
    const [few, , many] = filled.map(({ depths }) => depths())
    for (const [name, depth] of many ?? []) expect([name, depth - (few?.get(name) ?? 0) <= 2]).toEqual([name, true])
    expect(many?.get('sessions')).toBeGreaterThan(few?.get('sessions') ?? Infinity)
  })

  test('detects a missing index', async () => {
    const many = filled.at(-1)
    many?.exec('create table bare as select * from sessions; drop table sessions; alter table bare rename to sessions')
    expect((await many?.record(checkSessions))?.scans).not.toEqual([])
  })
})
