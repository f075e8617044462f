import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type { Flavour } from './flavour.ts'
import { makeMutex, type Mutex } from './mutex.ts'
import { stepAside, TRIES } from './patience.ts'
import type { Tables } from './tables.ts'

/** Whether work goes on, came to its end, or failed or took too long, so that it is undone with all of its parts. */
export type State = 'open' | 'done' | 'undone'

/** A transaction, or a part of one. */
export interface Scope {
  readonly db: Kysely<Tables>
  /** Savepoints follow one another; two side by side would undo each other's work. */
  readonly nesting: Mutex
  readonly state: () => State
  /** Told when the database gave the transaction up for the sake of another, however the work wraps that error. */
  readonly giveWay: () => void
}

/** Runs work in a transaction, or in a part of the one that is going on. */
export interface Transactions {
  /** The transaction that the caller is part of, though it may not know. Work that outlives a transaction that was done is part of none. */
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
 * connection it would wait for itself otherwise. Work that takes too long is undone, so that nobody waits for ever. Work that the database undid
 * for the sake of another transaction is done again.
 */
export const makeTransactions = (root: Kysely<Tables>, flavour: Flavour, timeout: number): Transactions => {
  const ambient = new AsyncLocalStorage<Scope>()
  let savepoints = 0

  const enter = async <Value>(
    { db, giveWay, state: around }: Pick<Scope, 'db' | 'giveWay' | 'state'>,
    work: (scope: Scope) => Promise<Value>,
  ): Promise<Value> => {
    let own: State = 'open'
    const state = () => (around() === 'undone' ? 'undone' : own)
    const scope: Scope = { db, nesting: makeMutex(), state, giveWay }
    try {
      const value = await ambient.run(scope, () => work(scope))
      own = 'done'
      return value
    } catch (error) {
      own = 'undone'
      throw error
    }
  }
  const begin = () => {
    const transaction = root.transaction()
    return flavour.isolation === undefined ? transaction : transaction.setIsolationLevel(flavour.isolation)
  }
  const outermost = async <Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> => {
    for (let tries = 1; ; tries += 1) {
      let gaveWay = false
      const giveWay = () => {
        gaveWay = true
      }
      try {
        return await begin().execute((db) =>
          enter({ db, giveWay, state: () => 'open' }, (scope) => within(work(scope), timeout)),
        )
      } catch (error) {
        if (tries === TRIES || !gaveWay) throw error
        await stepAside(tries)
      }
    }
  }

  const nested = async <Value>(outer: Scope, work: (scope: Scope) => Promise<Value>): Promise<Value> => {
    const { db, nesting } = outer
    const release = await nesting.lock()
    const name = `authwright_${(savepoints += 1)}`
    const say = (words: string) => sql.raw(`${words} ${name}`).execute(db)
    const undo = async (error: unknown): Promise<never> => {
      // A database that gave way has forgotten the savepoint with the rest: what was thrown first says more.
      await say('rollback to savepoint').then(
        () => say('release savepoint'),
        () => undefined,
      )
      throw error
    }
    try {
      await say('savepoint')
      const value = await enter(outer, work).catch(undo)
      await say('release savepoint')
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
    run: (outer, work) => (outer === undefined ? outermost(work) : nested(outer, work)),
  }
}
