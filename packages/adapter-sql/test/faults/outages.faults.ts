import { startPostgres } from '@authwright/test-kit/databases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProvider } from '@authwright/test-kit/fault-matrix/provider'
import { endure, flowsOver, type Ground } from './outages-over.ts'
import { openPostgresGround, type PostgresGround } from './outages-postgres.ts'
import { openPostgresJsGround } from './outages-postgres-js.ts'
import { openSqliteGround } from './outages-sqlite.ts'
import { isMainFlow, mainFlows } from '@authwright/test-kit/fault-matrix/record'

let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

/** What is wrong after an outage in each of the flows, and how many of their requests were refused. */
const endureAll = async (ground: Ground, what: string, only: (flow: string) => boolean = () => true) => {
  const outage = ground.outages[what]
  if (outage === undefined) throw new Error(`nobody knows how it ${what}`)
  const broken: string[] = []
  const flows = flowsOver(ground).filter(({ name }) => only(name))
  let refused = 0
  for (const flow of flows) {
    const { failed, complaints } = await endure(flow, ground, provider.origin, outage)
    if (failed) refused += 1
    if (complaints.length > 0) broken.push(`${flow.name}: ${complaints.join('; ')}`)
  }
  console.log(`${what}: ${flows.length} flows, ${refused} refused, ${broken.length} not survived`)
  return { broken, refused }
}

const isWriting = (sql: string): boolean => !/^select/i.test(sql)

describe('everybody comes in after PostgreSQL', { timeout: 120_000 }, () => {
  let ground: PostgresGround
  let close: () => Promise<void>
  beforeAll(async () => {
    const server = await startPostgres()
    ground = await openPostgresGround(server)
    close = async () => {
      await ground.close()
      await server.close()
    }
  })
  afterAll(() => close())

  test.each([
    ['has no connection left', 33, () => true],
    ['can only be read', 26, () => true],
    ['crashes and is started again', 7, isMainFlow],
  ] as const)('%s', async (what, refusals, only) => {
    const { broken, refused } = await endureAll(ground, what, only)
    expect(broken).toEqual([])
    expect(refused).toBe(refusals)
  })

  test.each(mainFlows)('cuts the connection before any statement, once or from then on: %s', async (name) => {
    const flow = flowsOver(ground).find((each) => each.name === name)
    if (flow === undefined) throw new Error('there is no such flow')
    await endure(flow, ground, provider.origin, ground.cutAt(-1, false))
    const statements = ground.statements()
    const broken: string[] = []
    for (const [at, sql] of statements.entries()) {
      // What goes on from a reading statement goes on from the next writing one.
      for (const goesOn of isWriting(sql) ? [false, true] : [false]) {
        const { complaints } = await endure(flow, ground, provider.origin, ground.cutAt(at, goesOn))
        if (complaints.length > 0) broken.push(`${at + 1} ${sql}: ${complaints.join('; ')}`)
      }
    }
    expect(statements.length).toBeGreaterThan(1)
    expect(broken).toEqual([])
  })
})

test('everybody comes in after PostgreSQL, asked by `postgres`, crashes and is started again', async () => {
  const server = await startPostgres()
  const ground = await openPostgresJsGround(server)
  const { broken, refused } = await endureAll(ground, 'crashes and is started again', isMainFlow)
  await ground.close()
  await server.close()
  expect(broken).toEqual([])
  expect(refused).toBe(7)
}, 120_000)

describe('everybody comes in after a SQLite file', { timeout: 120_000 }, () => {
  let ground: Ground
  beforeAll(async () => {
    ground = await openSqliteGround()
  })
  afterAll(() => ground.close())

  test.each([
    ['can only be read', 26],
    ['is locked by another process', 26],
    ['is full', 10],
  ] as const)('%s', async (what, refusals) => {
    const { broken, refused } = await endureAll(ground, what)
    expect(broken).toEqual([])
    // Where a page happens to have room, less is refused.
    expect(refused).toBeGreaterThanOrEqual(refusals)
  })
})
