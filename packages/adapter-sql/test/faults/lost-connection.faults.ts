import { type DatabaseServer, startPostgres } from '@authwright/test-kit/databases'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../../src/index.ts'
import { postgresAdapter } from '../../src/postgres.ts'

const ada = { id: 'ada', email: 'ada@example.org', emailVerified: null }
const grace = { id: 'grace', email: 'grace@example.org', emailVerified: null }
const APPLICATION = 'authwright_under_test'
const TIMEOUT = 100

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

describe.each([1, 2])('when the server ends a connection of the client `postgres` with a maximum of %i', (max) => {
  let adapter: SqlAdapter
  let shortTimeout: SqlAdapter
  let closed: Promise<void>
  beforeEach(async () => {
    let onClose = (): void => undefined
    closed = new Promise((resolve) => (onClose = resolve))
    const sql = postgres(url, {
      max,
      backoff: false,
      onnotice: () => undefined,
      onclose: () => onClose(),
      connection: { application_name: APPLICATION },
    })
    adapter = postgresAdapter({ sql })
    shortTimeout = postgresAdapter({ sql, transactionTimeout: TIMEOUT })
    if ((await adapter.getUser('ada')) === null) await adapter.createUser(ada)
    return () => sql.end({ timeout: 1 })
  })

  const cut = () =>
    operator.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1', [
      APPLICATION,
    ])

  /** Cuts the connection while its statement waits for a lock. */
  const cutWhileWaiting = async (meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> => {
    const waiting = `select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`
    while ((await operator.query(waiting, [APPLICATION])).rowCount === 0);
    await meanwhile()
    await cut()
    await operator.query('rollback')
  }
  const lock = () => operator.query('begin; lock table users')

  /** Makes more calls than there are connections, one after the other and at once. */
  const expectNormalOperation = async () => {
    expect(await adapter.getUser('ada')).toMatchObject({ name: null })
    const many = Array.from({ length: 5 }, () => adapter.transaction(async (inner) => inner.getUser?.('ada')))
    for (const found of await Promise.all(many)) expect(found).toMatchObject(ada)
    expect(await adapter.getUser('grace')).toBeNull()
  }

  test.each([
    ['has noticed it', () => closed],
    ['has not noticed it', () => undefined],
  ])(
    'between two statements of a transaction, and the client %s, nothing is stored and other calls succeed',
    async (_when, notice) => {
      const work = adapter.transaction(async (inner) => {
        await inner.updateUser?.({ id: 'ada', name: 'Ada' })
        await cut()
        await notice()
        await inner.createUser?.(grace)
      })
      expect(await failureOf(work)).toMatch(LOST)
      await expectNormalOperation()
    },
  )

  test('while a statement of a transaction waits, it fails and other calls succeed', async () => {
    await lock()
    const failure = failureOf(adapter.transaction(async (inner) => inner.createUser?.(grace)))
    await cutWhileWaiting()
    expect(await failure).toMatch(LOST)
    await expectNormalOperation()
  })

  test('while a statement waits after the timeout of its transaction, it fails and other calls succeed', async () => {
    await lock()
    const failure = failureOf(shortTimeout.transaction(async (inner) => inner.createUser?.(grace)))
    await cutWhileWaiting(() => new Promise((resolve) => void setTimeout(resolve, TIMEOUT)))
    expect(await failure).toContain('longer than 100 ms')
    await expectNormalOperation()
  })

  test('while a statement outside a transaction waits, it fails and other calls succeed', async () => {
    await lock()
    const failure = failureOf(Promise.resolve(adapter.createUser(grace)))
    await cutWhileWaiting()
    expect(await failure).toMatch(LOST)
    await expectNormalOperation()
  })

  test('while it is idle, the next calls succeed', async () => {
    await cut()
    await closed
    await expectNormalOperation()
  })
})
