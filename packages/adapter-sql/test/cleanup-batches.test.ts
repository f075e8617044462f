import { expect, test } from 'vitest'
import { cleanupOnce, nodeMemory, over } from './databases.ts'

const NOW = Date.parse('2030-01-01T12:00:00Z')
const MANY = 100_000

/** A database with `MANY` expired tokens, of which number 1 expired last, and one valid token. */
const openFilled = async () => {
  const opened = over(nodeMemory(), { now: () => NOW })
  await opened.adapter.createVerificationToken({ identifier: 'a@b.test', token: 't', expires: new Date(NOW + 60_000) })
  opened.database
    .prepare(
      `insert into verification_tokens (identifier, tokenHash, expires)
       with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${MANY})
       select 'user ' || n, 'hash ' || n, ${NOW} - n * 1000 from counted`,
    )
    .run()
  return opened
}

test('deletes as many expired tokens as the batch allows, the oldest first', async () => {
  const { adapter, database, close } = await openFilled()
  expect(await cleanupOnce(adapter, 1000)).toBe(1000)
  const [left] = database
    .prepare(`select count(*) as n, max(tokenHash = 'hash ${MANY}') as oldest,
    max(tokenHash = 'hash 1') as newest from verification_tokens`)
    .all()
  expect({ ...(left as object) }).toEqual({ n: MANY - 999, oldest: 0, newest: 1 })
  expect(await adapter.useVerificationToken({ identifier: 'a@b.test', token: 't' })).not.toBeNull()
  await close()
})

test('reports after each batch how many rows are deleted so far', async () => {
  const { adapter, close } = await openFilled()
  const reported: number[] = []
  expect(await adapter.cleanup({ batchSize: 40_000, onBatch: (deleted) => void reported.push(deleted) })).toBe(MANY)
  expect(reported).toEqual([40_000, 80_000, MANY])
  await close()
})

test('the cost of a batch does not depend on the number of expired rows', async () => {
  const { adapter, close } = await openFilled()
  const cost = async (batchSize: number): Promise<number> => {
    const started = performance.now()
    await cleanupOnce(adapter, batchSize)
    return performance.now() - started
  }
  // The fastest of several runs is the least disturbed by other processes.
  const few: number[] = []
  for (let i = 0; i < 10; i += 1) few.push(await cost(10))
  expect(Math.min(...few)).toBeLessThan((await cost(5000)) / 10)
  await close()
})
