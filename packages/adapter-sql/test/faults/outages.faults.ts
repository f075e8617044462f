import { startPostgres } from '@authwright/test-kit/databases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProvider } from '@authwright/test-kit/fault-matrix/provider'
import { runDuringOutage, flowsOver, type OutageDatabase } from './outages-over.ts'
import { openPostgresOutages, type PostgresOutages } from './outages-postgres.ts'
import { openPostgresJsOutages } from './outages-postgres-js.ts'
import { openSqliteOutages } from './outages-sqlite.ts'
import { isMainFlow, mainFlows } from '@authwright/test-kit/fault-matrix/record'

let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

/** Runs the flows during an outage. Returns what is wrong, and how many requests failed. */
const runAllDuringOutage = async (
  database: OutageDatabase,
  name: string,
  only: (flow: string) => boolean = () => true,
) => {
  const outage = database.outages[name]
  if (outage === undefined) throw new Error(`there is no outage: ${name}`)
  const broken: string[] = []
  const flows = flowsOver(database).filter((flow) => only(flow.name))
  let refused = 0
  for (const flow of flows) {
    const { failed, complaints } = await runDuringOutage(flow, database, provider.origin, outage)
    if (failed) refused += 1
    if (complaints.length > 0) broken.push(`${flow.name}: ${complaints.join('; ')}`)
  }
  console.log(`${name}: ${flows.length} flows, ${refused} refused, ${broken.length} not survived`)
  return { broken, refused }
}

const isWriting = (sql: string): boolean => !/^select/i.test(sql)

describe('all flows succeed after PostgreSQL', { timeout: 120_000 }, () => {
  let database: PostgresOutages
  let close: () => Promise<void>
  beforeAll(async () => {
    const server = await startPostgres()
    database = await openPostgresOutages(server)
    close = async () => {
      await database.close()
      await server.close()
    }
  })
  afterAll(() => close())

  test.each([
    ['has no connection left', 36, () => true],
    ['can only be read', 29, () => true],
    ['crashes and is started again', 7, isMainFlow],
  ] as const)('%s', async (what, refusals, only) => {
    const { broken, refused } = await runAllDuringOutage(database, what, only)
    expect(broken).toEqual([])
    expect(refused).toBe(refusals)
  })

  test.each(mainFlows)('cuts the connection before a statement, or from then on: %s', async (name) => {
    const flow = flowsOver(database).find((each) => each.name === name)
    if (flow === undefined) throw new Error('there is no such flow')
    await runDuringOutage(flow, database, provider.origin, database.cutAt(-1, false))
    const statements = database.statements()
    const broken: string[] = []
    for (const [at, sql] of statements.entries()) {
      // A cut from a reading statement on equals a cut from the next writing statement on.
      for (const continues of isWriting(sql) ? [false, true] : [false]) {
        const { complaints } = await runDuringOutage(flow, database, provider.origin, database.cutAt(at, continues))
        if (complaints.length > 0) broken.push(`${at + 1} ${sql}: ${complaints.join('; ')}`)
      }
    }
    expect(statements.length).toBeGreaterThan(1)
    expect(broken).toEqual([])
  })
})

test('all flows succeed after PostgreSQL, with the client `postgres`, crashes and is started again', async () => {
  const server = await startPostgres()
  const database = await openPostgresJsOutages(server)
  const { broken, refused } = await runAllDuringOutage(database, 'crashes and is started again', isMainFlow)
  await database.close()
  await server.close()
  expect(broken).toEqual([])
  expect(refused).toBe(7)
}, 120_000)

describe('all flows succeed after a SQLite file', { timeout: 120_000 }, () => {
  let database: OutageDatabase
  beforeAll(async () => {
    database = await openSqliteOutages()
  })
  afterAll(() => database.close())

  test.each([
    ['can only be read', 29],
    ['is locked by another process', 27],
    ['is full', 10],
  ] as const)('%s', async (what, refusals) => {
    const { broken, refused } = await runAllDuringOutage(database, what)
    expect(broken).toEqual([])
    // A page with room left may let a write succeed.
    expect(refused).toBeGreaterThanOrEqual(refusals)
  })
})
