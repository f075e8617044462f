import type { Adapter } from '@authwright/core/adapters'
import { group, type Facts } from './check.ts'

interface Measured {
  readonly milliseconds: number
  readonly error?: string
}

const measured = new WeakMap<Facts, Promise<Measured>>()

const failureOf = (error: unknown): string => {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error
  return inner instanceof Error ? inner.message || inner.name : String(inner)
}

const measure = async (adapter: Adapter, now: () => number): Promise<Measured> => {
  try {
    await adapter.getUser?.('authwright-doctor')
    const start = now()
    await adapter.getUser?.('authwright-doctor')
    return { milliseconds: now() - start }
  } catch (error) {
    return { milliseconds: 0, error: failureOf(error) }
  }
}

/** Looks for a user who does not exist. The first call also opens the connection. */
const lookUp = (facts: Facts): Promise<Measured> => {
  const { adapter } = facts.config
  const found = measured.get(facts) ?? (adapter === undefined ? undefined : measure(adapter, facts.system.now))
  if (found === undefined) return Promise.resolve({ milliseconds: 0 })
  measured.set(facts, found)
  return found
}

const findPending = async ({ config: { adapter } }: Facts): Promise<readonly string[]> => {
  if (adapter === undefined || !('pendingMigrations' in adapter)) return []
  const { pendingMigrations } = adapter
  try {
    return typeof pendingMigrations === 'function' ? ((await pendingMigrations.call(adapter)) as readonly string[]) : []
  } catch {
    // A database that cannot be reached is the subject of another check.
    return []
  }
}

const has = ({ config: { adapter } }: Facts, method: keyof Adapter): boolean =>
  adapter === undefined || typeof adapter[method] === 'function'

/** Whether users are rows of the adapter, so that it needs more than sessions. */
const hasAdapter = ({ config }: Facts): boolean => config.adapter !== undefined

export const databaseChecks = group('database', 'docs/guides/databases.md', {
  missing: {
    level: 'fail',
    why: 'a method of the configuration stores users or tokens, so every request fails',
    fix: 'configure an adapter, for example sqliteAdapter of @authwright/adapter-sql/sqlite',
    find: ({ startError }) => (startError?.type === 'MissingAdapter' ? startError.message : undefined),
  },
  methods: {
    level: 'fail',
    why: 'a method of the configuration calls them, so every request fails',
    fix: 'use an adapter that has them, or remove what needs them',
    find: ({ startError }) => (startError?.type === 'MissingAdapterMethods' ? startError.message : undefined),
  },
  unreachable: {
    level: 'fail',
    why: 'no session can be read, and no user can sign in',
    fix: 'check the address, the password and the network; then run npx @authwright/cli migrate --status',
    find: async (facts) => {
      // A database without tables is reachable. The next check says that they are missing.
      if ((await findPending(facts)).length > 0) return undefined
      const { error } = await lookUp(facts)
      return error === undefined ? undefined : `the database does not respond: ${error}`
    },
  },
  migrations: {
    level: 'fail',
    why: 'the first use of a table or column that is missing fails',
    fix: 'npx @authwright/cli migrate',
    find: async (facts) => {
      const pending = await findPending(facts)
      return pending.length === 0 ? undefined : `the database lacks: ${pending.join(', ')}`
    },
  },
  slow: {
    level: 'warn',
    why: 'every session check with the strategy database waits for it',
    fix: 'run the application near its database, and keep connections open in a pool',
    find: async (facts) => {
      const { milliseconds } = await lookUp(facts)
      return milliseconds > 250 ? `a look-up takes ${Math.round(milliseconds)} ms` : undefined
    },
  },
  counters: {
    level: 'warn',
    why: 'without incrementCounter, attempts and e-mails are limited by each process alone, or not at all',
    fix: 'use an adapter that has it, such as @authwright/adapter-sql',
    find: (facts) => (has(facts, 'incrementCounter') ? undefined : 'the adapter has no incrementCounter'),
  },
  transactions: {
    level: 'note',
    why: 'if the server stops in the middle of a first sign-in, the next one has to complete what is missing',
    fix: 'use an adapter that has it, such as @authwright/adapter-sql',
    find: (facts) => (has(facts, 'transaction') ? undefined : 'the adapter has no transaction'),
  },
  'session-list': {
    level: 'note',
    why: 'users cannot see where they are signed in, nor sign out there',
    fix: 'use an adapter that has it, such as @authwright/adapter-sql',
    find: (facts) => (has(facts, 'listSessions') ? undefined : 'the adapter has no listSessions'),
  },
  revocation: {
    level: 'warn',
    why: 'sessions in cookies cannot be ended before they expire',
    fix: 'use an adapter that has it, such as @authwright/adapter-sql',
    find: (facts) =>
      facts.config.session?.strategy === 'jwt' && hasAdapter(facts) && !has(facts, 'revokeSessions')
        ? 'the adapter has no revokeSessions'
        : undefined,
  },
})
