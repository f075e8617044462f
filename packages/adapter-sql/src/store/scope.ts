import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { EngineRules } from '../engines/engine-rules.ts'
import { UniqueViolation } from '../unique-violation.ts'
import { makeMutex, type Mutex } from './mutex.ts'
import type { Tables } from './tables.ts'

/**
 * Whether the work of a scope is running, has succeeded, or is rolled back: it timed out, or it or a statement failed.
 */
export type ScopeState = 'open' | 'done' | 'rolledBack'

/** A transaction, or a savepoint within one. */
export interface Scope {
  readonly db: Kysely<Tables>
  /** Runs savepoints one after another. Two at once would roll back each other's work. */
  readonly nesting: Mutex
  readonly state: () => ScopeState
  /** Runs a statement. If it fails, the scope ends, except after a unique violation on some engines. */
  readonly run: <Value>(statement: () => Promise<Value>) => Promise<Value>
  /**
   * Ends the scope: it refuses later statements, and is rolled back with this error even if the work hides it. A
   * conflict ends the scopes around it, too.
   *
   * PostgreSQL responds to a commit after a failed statement with success, and rolls back. MariaDB, MySQL and SQLite
   * may end the transaction at a failed statement (a conflict, a full disk), and would commit each later one on its
   * own.
   */
  readonly fail: (error: unknown) => void
}

/** What runs scopes. */
export interface ScopeRunner {
  readonly ambient: AsyncLocalStorage<Scope>
  readonly engine: EngineRules
}

interface Failure {
  readonly error: unknown
  readonly isConflict: boolean
}

/** The first failure of a scope. A conflict precedes others, because the work must then be run again. */
const makeFailures = ({ isConflict }: EngineRules) => {
  let failure: Failure | undefined
  return {
    find: () => failure,
    add: (error: unknown): Failure => {
      const added = { error, isConflict: isConflict(error) }
      if (added.isConflict || failure === undefined) failure = added
      return added
    },
  }
}

/** The statements of a scope that have begun. */
const makeRunning = () => {
  let all: Promise<unknown> = Promise.resolve()
  return {
    add: (statement: Promise<unknown>) => void (all = Promise.allSettled([all, statement])),
    /** Waits for the statements, also for those that begin meanwhile. */
    settle: async (): Promise<void> => {
      for (let awaited: unknown; awaited !== all;) await (awaited = all)
    },
  }
}

/**
 * Runs work as a scope. The scope counts as rolled back as soon as one around it is. `limit` fails work that takes too
 * long.
 */
export const runScope = async <Value>(
  { ambient, engine }: ScopeRunner,
  outer: Pick<Scope, 'db' | 'state' | 'fail'>,
  work: (scope: Scope) => Promise<Value>,
  limit: (work: Promise<Value>) => Promise<Value> = (unlimited) => unlimited,
): Promise<Value> => {
  let own: ScopeState = 'open'
  const failures = makeFailures(engine)
  const running = makeRunning()
  const fail = (error: unknown) => {
    own = 'rolledBack'
    if (failures.add(error).isConflict) outer.fail(error)
  }
  const run: Scope['run'] = (statement) => {
    const result = statement().catch((error: unknown) => {
      const isHarmless = engine.continuesAfterUniqueViolation && error instanceof UniqueViolation
      if (!isHarmless) fail(error)
      throw error
    })
    running.add(result)
    return result
  }
  const state = () => (outer.state() === 'rolledBack' ? 'rolledBack' : own)
  const scope: Scope = { db: outer.db, nesting: makeMutex(), state, run, fail }
  const workAndSettle = async () => {
    const value = await work(scope)
    // A statement that the work did not wait for may fail, too.
    await running.settle()
    return value
  }
  try {
    const value = await ambient.run(scope, () => limit(workAndSettle()))
    const hidden = failures.find()
    if (hidden !== undefined) throw hidden.error
    own = 'done'
    return value
  } catch (error) {
    own = 'rolledBack'
    const failure = failures.find()
    // The work may have thrown another error instead of the conflict. It must be run again all the same.
    throw failure?.isConflict === true ? failure.error : error
  }
}
