import { AsyncLocalStorage } from 'node:async_hooks'
import type { State } from './state.ts'
import type { Journal } from './table.ts'

/** Serializes access to the state: one call at a time, or one transaction until its end. */
export interface Transactions {
  /** Runs one call after the current transaction. */
  readonly call: <Value>(work: (state: State) => Value) => Promise<Value>
  /** Runs a transaction. Inside another one it is nested. */
  readonly transaction: <Value>(work: () => Promise<Value>) => Promise<Value>
}

/** Runs work one after another, in the order of arrival. */
class Queue {
  #tail: Promise<unknown> = Promise.resolve()
  /** Whether the transaction of this queue is still running. */
  open = true

  add<Value>(work: () => Value | PromiseLike<Value>): Promise<Value> {
    const mine = this.#tail.then(work)
    this.#tail = mine.catch(() => undefined)
    return mine
  }
}

/** Transactions on a state whose changes the journal can undo. */
export const makeTransactions = (state: State, journal: Journal): Transactions => {
  const outer = new Queue()
  const inside = new AsyncLocalStorage<Queue>()
  // Work that continues after its transaction waits in the outer queue.
  const queue = (): Queue => {
    const own = inside.getStore()
    return own?.open === true ? own : outer
  }
  const begin = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const own = new Queue()
    try {
      return await inside.run(own, () => journal.undoable(work))
    } finally {
      own.open = false
    }
  }
  return {
    call: (work) => queue().add(() => work(state)),
    transaction: (work) => queue().add(() => begin(work)),
  }
}
