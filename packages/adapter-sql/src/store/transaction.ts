import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import { makeMutex, type Mutex } from './mutex.ts'
import type { Tables } from './tables.ts'

/** A transaction that is going on. */
export interface Scope {
  readonly db: Kysely<Tables>
  /** Savepoints follow one another; two side by side would undo each other's work. */
  readonly nesting: Mutex
  /** Whether it still goes on. */
  readonly isOpen: () => boolean
}

/** Runs work in a transaction, or in a part of the one that is going on. */
export interface Transactions {
  /** The transaction that the caller is part of, though it may not know. */
  readonly current: () => Scope | undefined
  readonly run: <Value>(outer: Scope | undefined, work: (scope: Scope) => Promise<Value>) => Promise<Value>
}

const within = async <Value>(work: Promise<Value>, milliseconds: number): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the transaction took longer than ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Transactions of a database. Work that forgets which adapter it was given and uses the outer one is led into its own transaction: on a single
 * connection it would wait for itself otherwise. Work that takes too long is undone, so that nobody waits for ever.
 */
export const makeTransactions = (root: Kysely<Tables>, timeout: number): Transactions => {
  const ambient = new AsyncLocalStorage<Scope>()
  let savepoints = 0

  const enter = async <Value>(db: Kysely<Tables>, work: (scope: Scope) => Promise<Value>): Promise<Value> => {
    let open = true
    const scope: Scope = { db, nesting: makeMutex(), isOpen: () => open }
    try {
      return await ambient.run(scope, () => work(scope))
    } finally {
      open = false
    }
  }
  const outermost = <Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> =>
    root.transaction().execute((transaction) => within(enter(transaction, work), timeout))

  const nested = async <Value>({ db, nesting }: Scope, work: (scope: Scope) => Promise<Value>): Promise<Value> => {
    const release = await nesting.lock()
    const name = `gatehouse_${(savepoints += 1)}`
    const say = (words: string) => sql.raw(`${words} ${name}`).execute(db)
    try {
      await say('savepoint')
      try {
        return await enter(db, work)
      } catch (error) {
        await say('rollback to savepoint')
        throw error
      } finally {
        await say('release savepoint')
      }
    } finally {
      release()
    }
  }
  return {
    current: () => {
      const scope = ambient.getStore()
      return scope?.isOpen() === true ? scope : undefined
    },
    run: (outer, work) => (outer === undefined ? outermost(work) : nested(outer, work)),
  }
}
