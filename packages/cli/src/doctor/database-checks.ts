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

/** An address that no user has. An id would not do: it is a number or a UUID in some databases. */
const ABSENT = 'authwright-doctor@doctor.invalid'

const measure = async (facts: Facts, adapter: Adapter): Promise<Measured> => {
  // The first use of an adapter may apply migrations, and the command changes nothing.
  if ((await findPending(facts)).length > 0) return { milliseconds: 0 }
  const { now } = facts.system
  try {
    await adapter.getUserByEmail?.(ABSENT)
    const start = now()
    await adapter.getUserByEmail?.(ABSENT)
    return { milliseconds: now() - start }
  } catch (error) {
    return { milliseconds: 0, error: failureOf(error) }
  }
}

/** Looks for a user who does not exist, once for all checks. The first call also opens the connection. */
const lookUp = (facts: Facts): Promise<Measured> => {
  const { adapter } = facts.config
  const found = measured.get(facts) ?? (adapter === undefined ? undefined : measure(facts, adapter))
  if (found === undefined) return Promise.resolve({ milliseconds: 0 })
  measured.set(facts, found)
  return found
}

/** Why the database cannot delete users later, such as a table of the application without the column. */
const findDeletionFailure = async (facts: Facts): Promise<string | undefined> => {
  const { account, adapter } = facts.config
  if ((account?.deletionDelay ?? 0) === 0 || adapter?.listUsersToDelete === undefined) return undefined
  // Other checks report a database that cannot be reached, and one that lacks migrations.
  if ((await findPending(facts)).length > 0 || (await lookUp(facts)).error !== undefined) return undefined
  try {
    await adapter.listUsersToDelete(new Date(0), 1)
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

const has = ({ config: { adapter } }: Facts, method: keyof Adapter): boolean =>
  adapter === undefined || typeof adapter[method] === 'function'

/** Whether users are rows of the adapter, so that it needs more than sessions. */
const hasAdapter = ({ config }: Facts): boolean => config.adapter !== undefined

/** Whether the module of the config makes an adapter that migrates at the first use: by the option, or by default. */
const migratesItself = ({ source }: Facts): boolean => {
  const option = /\bmigrate:\s*(\w+)/.exec(source)?.[1]
  return option === undefined ? /\b(?:sqlite|postgres|mysql|libsql)Adapter\(/.test(source) : option === 'true'
}

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
      const { error } = await lookUp(facts)
      return error === undefined ? undefined : `the database does not respond: ${error}`
    },
  },
  migrations: {
    level: 'warn',
    why: 'the first request fails, or waits if the adapter is configured to migrate by itself',
    fix: 'npx @authwright/cli migrate',
    find: async (facts) => {
      const pending = await findPending(facts)
      return pending.length === 0 ? undefined : `the database lacks: ${pending.join(', ')}`
    },
    isReplaced: migratesItself,
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
  'deletion-delay': {
    level: 'fail',
    why: 'a user who requests the deletion of the account gets an error',
    fix: 'add the column deleteAt to the table of users, or remove account.deletionDelay',
    find: findDeletionFailure,
  },
})
