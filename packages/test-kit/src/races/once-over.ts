import type { Adapter } from '@authwright/core/adapters'
import { describe, expect, test } from 'vitest'
import { type ServerKind, withServer } from '../with-server.ts'

const ROUNDS = 200
const MANY = 50

interface OpenStore {
  readonly adapter: () => Adapter
  readonly close: () => Promise<void>
}

/** A store. */
export interface Subject extends ServerKind<OpenStore> {
  readonly name: string
}

type Race = (adapter: Adapter) => Promise<() => Promise<boolean>>

const inAnHour = (): Date => new Date(Date.now() + 3_600_000)

/** Consumes a one-time token: a link, a code, or a challenge if the adapter has no counters. */
const token: Race = async (adapter) => {
  const row = { identifier: `${crypto.randomUUID()}@example.org`, token: crypto.randomUUID(), expires: inAnHour() }
  await adapter.createVerificationToken?.(row)
  return async () => (await adapter.useVerificationToken?.(row)) !== null
}

/** Increments a counter: the first one to do so consumes a challenge, and the last attempt of a code. */
const counter: Race = async (adapter) => {
  const key = crypto.randomUUID()
  const expires = inAnHour()
  return async () => (await adapter.incrementCounter?.(key, expires)) === 1
}

const races: readonly (readonly [string, Race])[] = [
  ['a one-time token', token],
  ['the first count', counter],
]

const winners = async (adapter: Adapter, race: Race): Promise<number> => {
  const compete = await race(adapter)
  const results = await Promise.all(Array.from({ length: MANY }, () => compete()))
  return results.filter(Boolean).length
}

/** Lets `MANY` concurrent calls compete for a value that only one may get, `ROUNDS` times. */
export const onceOver = (subject: Subject): void => {
  describe(`over ${subject.name}, of fifty concurrent calls`, () => {
    let adapter: Adapter
    withServer(subject, ({ opened }) => void (adapter = opened.adapter()))

    test.each(races)('one gets %s', { timeout: 120_000 }, async (_name, race) => {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await winners(adapter, race))
      expect(rounds).toEqual(Array.from({ length: ROUNDS }, () => 1))
    })
  })
}
