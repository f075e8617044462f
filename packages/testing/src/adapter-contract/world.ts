import assert from 'node:assert/strict'
import type { Adapter, AdapterSession, AdapterUser } from '@authwright/core/adapters'

/** What an adapter may lack. */
export type Feature =
  | 'authenticators'
  | 'cascade'
  | 'email-case'
  | 'counter'
  | 'hashes-at-rest'
  | 'lists'
  | 'single-use'
  | 'token-removal'
  | 'transactions'
  | 'typed-violations'
  | 'unique-authenticators'
  | 'uniqueness'
  | 'unknown-members'

/** The adapter under test and what belongs to it. */
export interface Subject {
  readonly adapter: Adapter
  /** All that is stored, as text, to look for secrets in. Needed for `hashes-at-rest`. */
  readonly dump?: () => string | PromiseLike<string>
  readonly close?: () => unknown
}

/** What a case works with. */
export interface World {
  /** The adapter; a method that it lacks fails the case by name. */
  readonly adapter: Required<Adapter>
  readonly dump: () => Promise<string>
  /** How often races are run. */
  readonly rounds: number
}

/** One rule of the contract. */
export interface Case {
  readonly name: string
  /** The features without which the rule does not apply. */
  readonly needs?: readonly Feature[]
  readonly run: (world: World) => Promise<void>
}

/** The adapter with every method present: one that is missing throws when it is called. Methods keep their `this`. */
const complete = (adapter: Adapter): Required<Adapter> =>
  new Proxy(adapter, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method === 'function') return method.bind(target) as unknown
      return () => assert.fail(`the adapter lacks ${String(name)}`)
    },
  }) as Required<Adapter>

/** What a case works with, around a subject. */
export const worldOf = (subject: Subject, rounds: number): World => ({
  adapter: complete(subject.adapter),
  dump: async () => (subject.dump === undefined ? assert.fail('the subject has no dump') : subject.dump()),
  rounds,
})

/** An instant without milliseconds, which not every database keeps. */
export const inSeconds = (seconds: number): Date => new Date(Math.floor(Date.now() / 1000 + seconds) * 1000)

/** A user nobody has yet. */
export const newUser = (): AdapterUser => {
  const id = crypto.randomUUID()
  return {
    id,
    name: 'Ada Lovelace',
    email: `${id}@example.org`,
    emailVerified: null,
    image: 'https://example.org/a.png',
  }
}

/** A user who is stored. */
export const storedUser = async ({ adapter }: World, change: Partial<AdapterUser> = {}): Promise<AdapterUser> =>
  adapter.createUser({ ...newUser(), ...change })

/** A session that is stored. */
export const storedSession = async ({ adapter }: World, userId: string): Promise<AdapterSession> =>
  adapter.createSession({ sessionToken: crypto.randomUUID(), userId, expires: inSeconds(3600) })

/** Every member of the expected value is there and equal; the actual one may have more. */
export const assertHolds = (actual: object | null | undefined, expected: object): void => {
  assert.ok(actual, 'there is no such row')
  for (const [name, value] of Object.entries(expected)) {
    if (value !== undefined) assert.deepEqual(Reflect.get(actual, name), value, name)
  }
}

/** How many of several promises were kept, and why the others were not. */
export const tally = async (promises: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(promises)
  const reasons = settled.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))
  return { kept: settled.length - reasons.length, reasons }
}

/** So many promises at once. */
export const atOnce = (count: number, make: (i: number) => unknown) =>
  tally(Array.from({ length: count }, async (_, i) => make(i)))
