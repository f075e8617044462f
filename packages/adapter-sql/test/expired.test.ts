import { expect, test } from 'vitest'
import { nodeMemory, over } from './databases.ts'

const NOW = Date.parse('2030-01-01T12:00:00Z')
const MANY = 100_000

/** A database in which so many tokens have expired, number 1 last, and one has not. */
const filled = async () => {
  const place = over(nodeMemory(), { now: () => NOW })
  await place.adapter.createVerificationToken({ identifier: 'a@b.test', token: 't', expires: new Date(NOW + 60_000) })
  place.database
    .prepare(
      `insert into verification_tokens (identifier, tokenHash, expires)
       with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${MANY})
       select 'person ' || n, 'hash ' || n, ${NOW} - n * 1000 from counted`,
    )
    .run()
  return place
}

test('of many tokens that are over, as many are removed as were asked for, the oldest, and none that lives', async () => {
  const { adapter, database, close } = await filled()
  expect(await adapter.deleteExpired({ limit: 1000 })).toBe(1000)
  const [left] = database
    .prepare(`select count(*) as n, max(tokenHash = 'hash ${MANY}') as oldest,
    max(tokenHash = 'hash 1') as newest from verification_tokens`)
    .all()
  expect({ ...(left as object) }).toEqual({ n: MANY - 999, oldest: 0, newest: 1 })
  expect(await adapter.useVerificationToken({ identifier: 'a@b.test', token: 't' })).not.toBeNull()
  await close()
})

test('to remove a few costs a few, however many are over', async () => {
  const { adapter, close } = await filled()
  const cost = async (limit: number): Promise<number> => {
    const started = performance.now()
    await adapter.deleteExpired({ limit })
    return performance.now() - started
  }
  // The quickest of several is the one that nothing else on the machine disturbed.
  const few: number[] = []
  for (let i = 0; i < 10; i += 1) few.push(await cost(10))
  expect(Math.min(...few)).toBeLessThan((await cost(5000)) / 10)
  await close()
})
