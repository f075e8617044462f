import { AsyncLocalStorage } from 'node:async_hooks'
import type { State } from './state.ts'
import type { Journal } from './table.ts'

/** Who may touch the state: a single call at any time, or a transaction until its end. */
export interface Turns {
  /** Runs one call, after the transaction that may be going on. */
  readonly call: <Value>(work: (state: State) => Value) => Promise<Value>
  /** Runs work of which all or nothing is kept. Inside another transaction it is a part of that one. */
  readonly transaction: <Value>(work: () => Promise<Value>) => Promise<Value>
}

/** Works one after another, in the order of coming. */
class Queue {
  #tail: Promise<unknown> = Promise.resolve()
  /** Whether the transaction this queue belongs to still goes on. */
  open = true

  add<Value>(work: () => Value | PromiseLike<Value>): Promise<Value> {
    const mine = this.#tail.then(work)
    this.#tail = mine.catch(() => undefined)
    return mine
  }
}

/** Turns on a state, whose changes its journal takes back. */
export const makeTurns = (state: State, journal: Journal): Turns => {
  const everybody = new Queue()
  const inside = new AsyncLocalStorage<Queue>()
  // Work that outlives its transaction stands in line like everybody.
  const queue = (): Queue => {
    const own = inside.getStore()
    return own?.open === true ? own : everybody
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
