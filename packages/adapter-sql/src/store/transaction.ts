import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type { EngineRules } from '../engines/engine-rules.ts'
import { retryOnConflict } from './retry.ts'
import { runScope, type Scope, type ScopeState } from './scope.ts'
import type { Tables } from './tables.ts'

/** Runs work in a transaction, or in a savepoint of the current one. */
export interface Transactions {
  /**
   * The transaction that the caller runs in, also when it uses the outer adapter. Code that still runs after its
   * transaction has succeeded is in none.
   */
  readonly current: () => Scope | undefined
  readonly run: <Value>(outer: Scope | undefined, work: (scope: Scope) => Promise<Value>) => Promise<Value>
}

const withTimeout = async <Value>(work: Promise<Value>, milliseconds: number): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the transaction took longer than ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/**
 * Makes the transactions of a database.
 *
 * Work that uses the outer adapter by mistake joins its own transaction: on a single connection it would wait for
 * itself otherwise. Work that takes longer than `timeout` milliseconds is rolled back. Work that the database rolled
 * back in favor of another transaction is run again. Any other failed statement ends its transaction or savepoint,
 * except a unique violation where the engine can go on.
 */
export const makeTransactions = (root: Kysely<Tables>, engine: EngineRules, timeout: number): Transactions => {
  const ambient = new AsyncLocalStorage<Scope>()
  const runner = { ambient, engine }
  let savepoints = 0

  const begin = () => {
    const transaction = root.transaction()
    return engine.isolation === undefined ? transaction : transaction.setIsolationLevel(engine.isolation)
  }
  const runOnce = async <Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> => {
    let state: ScopeState = 'open'
    try {
      return await begin().execute((db) => {
        const outer = { db, state: () => state, fail: () => undefined }
        return runScope(runner, outer, work, (limited) => withTimeout(limited, timeout))
      })
    } catch (error) {
      state = 'rolledBack'
      throw error
    }
  }
  // The conflict may be an error of the commit. If the connection is lost instead, the commit may have succeeded.
  const runOutermost = <Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> =>
    retryOnConflict({ isConflict: engine.isConflict, timeout }, () => runOnce(work))

  const runNested = async <Value>(outer: Scope, work: (scope: Scope) => Promise<Value>): Promise<Value> => {
    const { db, nesting } = outer
    const release = await nesting.lock()
    const name = `authwright_${(savepoints += 1)}`
    const execute = (command: string) => sql.raw(`${command} ${name}`).execute(db)
    const rollback = async (error: unknown): Promise<never> => {
      try {
        await execute('rollback to savepoint')
        await execute('release savepoint')
      } catch {
        // The savepoint is gone with the whole transaction. The first error says more.
        outer.fail(error)
      }
      throw error
    }
    try {
      await outer.run(() => execute('savepoint'))
      const value = await runScope(runner, outer, work).catch(rollback)
      await outer.run(() => execute('release savepoint'))
      return value
    } finally {
      release()
    }
  }
  return {
    current: () => {
      const scope = ambient.getStore()
      return scope?.state() === 'done' ? undefined : scope
    },
    run: (outer, work) => (outer === undefined ? runOutermost(work) : runNested(outer, work)),
  }
}
