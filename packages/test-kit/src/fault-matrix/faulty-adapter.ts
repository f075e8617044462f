import type { Adapter } from '@authwright/core/adapters'
import { type Fault, isWriting, type Point } from './faults.ts'

/** The process died. Nothing more is done and no response is sent. */
export class ProcessDied extends Error {}

/** A fault and the index of the watched call, from 0. */
export interface Plan {
  readonly at: number
  readonly fault: Fault
}

/** An adapter that can fail, and what it recorded. */
export interface FaultyAdapter {
  readonly adapter: Adapter
  /** The calls during the watch, in order. */
  readonly points: readonly Point[]
  /** The writes during the watch, without those that a transaction rolled back. */
  readonly written: readonly string[]
  /** Starts the watch: planned faults occur. */
  readonly watch: (plans: readonly Plan[]) => void
  /** Ends the watch: no more faults occur. */
  readonly rest: () => void
  /** Ends an outage and restarts a dead process. */
  readonly recover: () => void
  readonly isDead: () => boolean
  /** Completes late calls. */
  readonly completeLate: (when: 'late' | 'very late') => Promise<void>
}

interface Late {
  readonly when: 'late' | 'very late'
  readonly settle: () => Promise<unknown>
}

type Call = () => Promise<unknown>

const lost = (method: string): Error => new Error(`${method}: connection lost`)

const conflict = (method: string): Error =>
  Object.assign(new Error(`${method}: the row exists already`), { name: 'UniqueViolation' })

const never = (): Promise<never> => new Promise(() => undefined)

const rubbish = (method: string): unknown => (method === 'getSessionAndUser' ? { session: [], user: 'Ann' } : ['Ann'])

/** Wraps an adapter so that planned faults occur. Calls `hang` for each call that will not return. */
export const makeFaultyAdapter = (inner: Adapter, hang: () => void): FaultyAdapter => {
  const points: Point[] = []
  const late: Late[] = []
  const written: string[] = []
  let watching = false
  let plans: readonly Plan[] = []
  let state: 'well' | 'down' | 'silent' | 'dead' = 'well'

  const wait = (): Promise<never> => {
    hang()
    return never()
  }
  const waitFor = (when: Late['when'], work: Call): Promise<unknown> => {
    hang()
    return new Promise((resolve, reject) => {
      const settle = async (): Promise<void> => {
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      }
      late.push({ when, settle })
    })
  }
  const die = (): never => {
    state = 'dead'
    throw new ProcessDied('the process died')
  }
  const strike: Record<Fault, (method: string, call: Call) => Promise<unknown>> = {
    throws: (method) => Promise.reject(lost(method)),
    conflicts: (method) => Promise.reject(conflict(method)),
    'loses its response': async (method, call) => {
      await call()
      throw lost(method)
    },
    hangs: wait,
    'fails late': (method) => waitFor('late', () => Promise.reject(lost(method))),
    'responds late': async (_method, call) => {
      const response = await call()
      return waitFor('late', async () => response)
    },
    'completes late': (_method, call) => waitFor('late', call),
    'completes very late': (_method, call) => waitFor('very late', call),
    'goes down': (method) => {
      state = 'down'
      return Promise.reject(lost(method))
    },
    'stops responding': () => {
      state = 'silent'
      return wait()
    },
    'crashes before': async () => die(),
    'crashes after': async (_method, call) => {
      await call()
      return die()
    },
    'finds nothing': async (method) => (method.startsWith('list') ? [] : null),
    'returns garbage': async (method) => rubbish(method),
  }
  const run = async (method: string, inTransaction: boolean, call: Call): Promise<unknown> => {
    if (state === 'dead') throw new ProcessDied('the process died')
    if (state === 'down') throw lost(method)
    if (state === 'silent') return wait()
    if (!watching) return call()
    const point = { index: points.length, method, inTransaction }
    points.push(point)
    const done = async (): Promise<unknown> => {
      const response = await call()
      if (isWriting(point) && method !== 'transaction') written.push(method)
      return response
    }
    const plan = plans.find(({ at }) => at === point.index)
    return plan === undefined ? done() : strike[plan.fault](method, done)
  }
  const transaction =
    (target: Adapter, inTransaction: boolean) =>
    (work: (adapter: Adapter) => Promise<unknown>): Promise<unknown> =>
      run('transaction', inTransaction, async () => {
        const before = written.length
        const value = await target
          .transaction?.((within) => work(wrap(within, true)))
          .catch((error: unknown) => {
            written.length = before
            throw error
          })
        // A server that stopped responding does not respond to the end of the transaction either.
        return state === 'silent' ? wait() : value
      })
  const wrap = (target: Adapter, inTransaction: boolean): Adapter =>
    new Proxy(target, {
      get: (_target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function' || typeof name !== 'string') return member
        if (name === 'transaction') return transaction(target, inTransaction)
        return (...given: unknown[]) =>
          run(name, inTransaction, async () => Reflect.apply(member, target, given) as unknown)
      },
    })
  return {
    adapter: wrap(inner, false),
    points,
    written,
    watch: (given) => {
      watching = true
      plans = given
    },
    rest: () => void (watching = false),
    recover: () => void (state = 'well'),
    isDead: () => state === 'dead',
    completeLate: async (when) => {
      for (const each of late.splice(0)) {
        if (each.when === when) await each.settle()
        else late.push(each)
      }
    },
  }
}
