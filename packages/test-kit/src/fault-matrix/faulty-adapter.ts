import type { Adapter } from '@authwright/core/adapters'
import { type Fault, isWriting, type Point } from './faults.ts'

/** The process is gone: nothing it would have done happens, and nobody gets an answer. */
export class ProcessDied extends Error {}

/** What is to go wrong, and at which call that is watched, from 0. */
export interface Plan {
  readonly at: number
  readonly fault: Fault
}

/** The way of one request through an adapter that can fail. */
export interface FaultyAdapter {
  readonly adapter: Adapter
  /** The calls that were made while it was watched, in their order. */
  readonly points: readonly Point[]
  /** The writes that were done while it was watched, without those that were undone with their transaction. */
  readonly written: readonly string[]
  /** Watches from now on, and lets the planned faults happen. */
  readonly watch: (plans: readonly Plan[]) => void
  /** Watches no longer: nothing goes wrong any more. */
  readonly rest: () => void
  /** What was down is up again, and a process that died is started again. */
  readonly recover: () => void
  readonly isDead: () => boolean
  /** What was late is done and answered now. */
  readonly completeLate: (when: 'late' | 'very late') => Promise<void>
}

interface Late {
  readonly when: 'late' | 'very late'
  readonly settle: () => Promise<unknown>
}

type Call = () => Promise<unknown>

const lost = (method: string): Error => new Error(`${method}: connection lost`)

const conflict = (method: string): Error =>
  Object.assign(new Error(`${method}: there is already such a row`), { name: 'UniqueViolation' })

const never = (): Promise<never> => new Promise(() => undefined)

const rubbish = (method: string): unknown => (method === 'getSessionAndUser' ? { session: [], user: 'Ann' } : ['Ann'])

/** An adapter that does what the one below it does, until something goes wrong. `hang` is told of each call that will not be answered. */
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
        // A server that fell silent in the middle does not answer the end of the transaction either.
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
