import assert from 'node:assert/strict'
import type { Adapter, AdapterSession, AdapterUser } from '@authwright/core/adapters'

/**
 * A feature that an adapter may not have.
 * @example const without: readonly AdapterFeature[] = ['transactions', 'hashes-at-rest']
 */
export type AdapterFeature =
  | 'account-sessions'
  | 'authenticators'
  | 'cascade'
  | 'email-case'
  | 'counter'
  | 'delayed-deletion'
  | 'hashes-at-rest'
  | 'lists'
  | 'revocation'
  | 'session-origins'
  | 'single-use'
  | 'token-lookup'
  | 'token-removal'
  | 'transactions'
  | 'typed-violations'
  | 'unique-authenticators'
  | 'uniqueness'
  | 'unknown-members'

/**
 * The adapter under test.
 * @example
 * const make = async (): Promise<AdapterSubject> => {
 *   const database = await emptyDatabase()
 *   return { adapter: myAdapter(database), dump: () => database.dump(), close: () => database.close() }
 * }
 */
export interface AdapterSubject {
  /**
   * The adapter to test.
   * @example adapter: memoryAdapter()
   */
  readonly adapter: Adapter
  /**
   * Everything that is stored, as text. The rule `hashes-at-rest` searches it for secrets.
   * @example dump: async () => (await emptyDatabase()).dump()
   */
  readonly dump?: () => string | PromiseLike<string>
  /**
   * Closes what the test opened. Called after each test.
   * @example close: async () => (await emptyDatabase()).close()
   */
  readonly close?: () => unknown
}

/** What a rule works with. */
export interface RuleContext {
  /** The adapter. A missing method fails the rule with the method's name. */
  readonly adapter: Required<Adapter>
  readonly dump: () => Promise<string>
  /** How often each race is run. */
  readonly rounds: number
}

/** One rule of the contract. */
export interface Rule {
  readonly name: string
  /** The features that the rule needs. */
  readonly needs?: readonly AdapterFeature[]
  readonly run: (context: RuleContext) => Promise<void>
}

/** The adapter with every method present. A missing method throws when it is called. Methods keep their `this`. */
const complete = (adapter: Adapter): Required<Adapter> =>
  new Proxy(adapter, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method === 'function') return method.bind(target) as unknown
      return () => assert.fail(`the adapter lacks ${String(name)}`)
    },
  }) as Required<Adapter>

/** The context of a rule for a subject. */
export const contextFor = (subject: AdapterSubject, rounds: number): RuleContext => ({
  adapter: complete(subject.adapter),
  dump: async () => (subject.dump === undefined ? assert.fail('the subject has no dump') : subject.dump()),
  rounds,
})

/** An instant without milliseconds, which some databases do not store. */
export const inSeconds = (seconds: number): Date => new Date(Math.floor(Date.now() / 1000 + seconds) * 1000)

/** A user who is not stored yet. */
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
export const storedUser = async ({ adapter }: RuleContext, change: Partial<AdapterUser> = {}): Promise<AdapterUser> =>
  adapter.createUser({ ...newUser(), ...change })

/** The key of an account that is stored. */
export const storedAccount = async ({ adapter }: RuleContext, userId: string) => {
  const account = { provider: 'github', providerAccountId: crypto.randomUUID() }
  await adapter.linkAccount({ ...account, userId, type: 'oauth' })
  return account
}

/** A session that is stored. */
export const storedSession = async ({ adapter }: RuleContext, userId: string): Promise<AdapterSession> =>
  adapter.createSession({ sessionToken: crypto.randomUUID(), userId, expires: inSeconds(3600) })

/** A user who is stored with an account and a session, and what every method that returns a user returns. */
export const storedUserWithReaders = async (context: RuleContext) => {
  const { adapter } = context
  const user = await storedUser(context)
  const account = await storedAccount(context, user.id)
  const { sessionToken } = await storedSession(context, user.id)
  const readByEveryMethod = async () => [
    await adapter.getUser(user.id),
    await adapter.getUserByEmail(user.email),
    await adapter.getUserByAccount(account),
    await adapter.updateUser({ id: user.id, name: 'Ada' }),
    (await adapter.getSessionAndUser(sessionToken))?.user,
  ]
  return { user, readByEveryMethod }
}

/** Asserts that every member of the expected value is equal. The actual value may have more. */
export const assertContains = (actual: object | null | undefined, expected: object): void => {
  assert.ok(actual, 'there is no such row')
  for (const [name, value] of Object.entries(expected)) {
    if (value !== undefined) assert.deepEqual(Reflect.get(actual, name), value, name)
  }
}

/** Counts fulfilled promises and collects the reasons of the others. */
export const settleAll = async (promises: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(promises)
  const reasons = settled.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))
  return { kept: settled.length - reasons.length, reasons }
}

/** Runs so many calls concurrently. */
export const concurrently = (count: number, make: (i: number) => unknown) =>
  settleAll(Array.from({ length: count }, async (_, i) => make(i)))
