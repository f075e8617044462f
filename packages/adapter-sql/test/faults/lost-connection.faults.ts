import { type DatabaseServer, startPostgres } from '@authwright/test-kit/databases'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../../src/index.ts'
import { postgresAdapter } from '../../src/postgres.ts'

const ada = { id: 'ada', email: 'ada@example.org', emailVerified: null }
const grace = { id: 'grace', email: 'grace@example.org', emailVerified: null }
const OURS = 'authwright_under_test'
const PATIENCE = 100

const LOST = /CONNECTION_CLOSED|ECONNRESET|was lost/

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => String(error),
  )

let server: DatabaseServer
let url: string
let operator: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  operator = new pg.Client({ connectionString: url })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await server.close()
})

describe.each([1, 2])('when the server ends a connection of the client `postgres`, of %i', (max) => {
  let adapter: SqlAdapter
  let impatient: SqlAdapter
  let closed: Promise<void>
  beforeEach(async () => {
    let tell = (): void => undefined
    closed = new Promise((resolve) => (tell = resolve))
    const sql = postgres(url, {
      max,
      backoff: false,
      onnotice: () => undefined,
      onclose: () => tell(),
      connection: { application_name: OURS },
    })
    adapter = postgresAdapter({ sql })
    impatient = postgresAdapter({ sql, transactionTimeout: PATIENCE })
    if ((await adapter.getUser('ada')) === null) await adapter.createUser(ada)
    return () => sql.end({ timeout: 1 })
  })

  const cut = () =>
    operator.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1', [OURS])

  /** Cuts the connection whose statement waits for a lock. */
  const cutWhileWaiting = async (meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> => {
    const waiting = `select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`
    while ((await operator.query(waiting, [OURS])).rowCount === 0);
    await meanwhile()
    await cut()
    await operator.query('rollback')
  }
  const lock = () => operator.query('begin; lock table users')

  /** More calls than there are connections, one after the other and at once. */
  const expectAllIsWell = async () => {
    expect(await adapter.getUser('ada')).toMatchObject({ name: null })
    const many = Array.from({ length: 5 }, () => adapter.transaction(async (inner) => inner.getUser?.('ada')))
    for (const found of await Promise.all(many)) expect(found).toMatchObject(ada)
    expect(await adapter.getUser('grace')).toBeNull()
  }

  test.each([
    ['has heard of it', () => closed],
    ['has not heard of it', () => undefined],
  ])('between two statements of a transaction, and it %s, nothing is kept and others go on', async (_when, heard) => {
    const work = adapter.transaction(async (inner) => {
      await inner.updateUser?.({ id: 'ada', name: 'Ada' })
      await cut()
      await heard()
      await inner.createUser?.(grace)
    })
    expect(await failureOf(work)).toMatch(LOST)
    await expectAllIsWell()
  })

  test('while a statement of a transaction waits, it fails and others go on', async () => {
    await lock()
    const failure = failureOf(adapter.transaction(async (inner) => inner.createUser?.(grace)))
    await cutWhileWaiting()
    expect(await failure).toMatch(LOST)
    await expectAllIsWell()
  })

  test('while a statement waits whose transaction took too long, it fails and others go on', async () => {
    await lock()
    const failure = failureOf(impatient.transaction(async (inner) => inner.createUser?.(grace)))
    await cutWhileWaiting(() => new Promise((resolve) => void setTimeout(resolve, PATIENCE)))
    expect(await failure).toContain('longer than 100 ms')
    await expectAllIsWell()
  })

  test('while a statement alone waits, it fails and others go on', async () => {
    await lock()
    const failure = failureOf(Promise.resolve(adapter.createUser(grace)))
    await cutWhileWaiting()
    expect(await failure).toMatch(LOST)
    await expectAllIsWell()
  })

  test('while none is used, the next calls come to an answer', async () => {
    await cut()
    await closed
    await expectAllIsWell()
  })
})
