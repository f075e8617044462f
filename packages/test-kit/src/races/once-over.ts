import type { Adapter } from '@authwright/core/adapters'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const ROUNDS = 200
const MANY = 50

/** A kind of store, and why it cannot be had here, or `null`. */
export interface Subject {
  readonly name: string
  readonly whyNot: () => string | null
  readonly start: () => Promise<{
    readonly open: () => Promise<{ readonly adapter: () => Adapter; readonly close: () => Promise<void> }>
    readonly close: () => Promise<void>
  }>
}

type Race = (adapter: Adapter) => Promise<() => Promise<boolean>>

const inAnHour = (): Date => new Date(Date.now() + 3_600_000)

/** The token of a link, a code's place in the store, and a challenge where the adapter does not count. */
const token: Race = async (adapter) => {
  const row = { identifier: `${crypto.randomUUID()}@example.org`, token: crypto.randomUUID(), expires: inAnHour() }
  await adapter.createVerificationToken?.(row)
  return async () => (await adapter.useVerificationToken?.(row)) !== null
}

/** A challenge of a passkey, which whoever counts first has used, and the last try of a code. */
const attempt: Race = async (adapter) => {
  const key = crypto.randomUUID()
  const expires = inAnHour()
  return async () => (await adapter.incrementCounter?.(key, expires)) === 1
}

const races: readonly (readonly [string, Race])[] = [
  ['a one-time token', token],
  ['the first of all tries', attempt],
]

const winners = async (adapter: Adapter, race: Race): Promise<number> => {
  const take = await race(adapter)
  const results = await Promise.all(Array.from({ length: MANY }, () => take()))
  return results.filter(Boolean).length
}

/** Two hundred times, fifty at once want what only one can have. */
export const onceOver = (subject: Subject): void => {
  describe(`of fifty at once, two hundred times, over ${subject.name}`, () => {
    const reason = subject.whyNot()
    let adapter: Adapter
    let close: () => Promise<void> = async () => undefined
    beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
    beforeAll(async () => {
      if (reason !== null) return
      const server = await subject.start()
      const engine = await server.open()
      adapter = engine.adapter()
      close = async () => {
        await engine.close()
        await server.close()
      }
    })
    afterAll(() => close())

    test.each(races)('one has %s', { timeout: 120_000 }, async (_what, race) => {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await winners(adapter, race))
      expect(rounds).toEqual(Array.from({ length: ROUNDS }, () => 1))
    })
  })
}
