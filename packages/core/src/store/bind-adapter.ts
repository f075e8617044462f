import { isPromiseLike } from '../base/awaitable.ts'
import { causeOf } from '../errors/cause-of.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AdapterError } from '../errors/error-classes.ts'
import { withTimeout } from '../runtime/deadline.ts'
import type { Runtime } from '../runtime/types.ts'
import type { Adapter } from '../types/adapter.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { AdapterTimeout } from './adapter-timeout.ts'

/** The adapter's methods, each with its `this`, each failing with an `AdapterError` only, each in bounded time. */
export type BoundAdapter = Adapter

const METHODS = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'useVerificationToken',
  'deleteVerificationTokens',
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
  'listSessions',
  'deleteSessions',
  'listAccounts',
  'updateAccount',
  'updateAuthenticator',
  'deleteAuthenticator',
  'incrementCounter',
  'decrementCounter',
] as const satisfies readonly (keyof Adapter)[]

export type AdapterMethod = (typeof METHODS)[number]

/** How an adapter is called. */
interface CallOptions {
  readonly logger: LoggerInstance
  readonly after: Runtime['after']
  /** Milliseconds that one call, or one transaction, may take. */
  readonly timeout: number
  /** Within a transaction, which may be over before its work is. */
  readonly isOver?: () => boolean
}

const failed = (method: string, error: unknown): AuthError =>
  error instanceof AuthError ? error : new AdapterError(`${method} failed`, { method, ...causeOf(error) })

const late = (method: string, timeout: number): AdapterTimeout =>
  new AdapterTimeout(`${method} took too long`, { method, timeout })

const bind =
  (adapter: Adapter, method: AdapterMethod, { logger, after, timeout, isOver }: CallOptions) =>
  async (...given: unknown[]): Promise<unknown> => {
    if (isOver?.() === true) throw late(method, timeout)
    logger.debug(`adapter_${method}`)
    try {
      const response: unknown = Reflect.apply(adapter[method] as (...args: unknown[]) => unknown, adapter, given)
      return isPromiseLike(response)
        ? await withTimeout(after, timeout, response, () => late(method, timeout))
        : response
    } catch (error) {
      throw failed(method, error)
    }
  }

/** A transaction as a whole has the time of one call. When that is over the person is told so, and nothing of it is kept. */
const bindTransaction =
  (adapter: Adapter, manner: CallOptions): Adapter['transaction'] =>
  async (work) => {
    if (adapter.transaction === undefined) throw new AdapterError('transaction is missing')
    let over = false
    const giveUp = (): AdapterTimeout => {
      over = true
      return late('transaction', manner.timeout)
    }
    const isOver = (): boolean => over || manner.isOver?.() === true
    const run = async (inner: Adapter) => {
      // A connection that came too late begins nothing, and what was finished too late is undone by throwing.
      if (isOver()) throw giveUp()
      const value = await work(bindAdapter(inner, { ...manner, isOver }))
      if (isOver()) throw giveUp()
      return value
    }
    try {
      return await withTimeout(manner.after, manner.timeout, adapter.transaction(run), giveUp)
    } catch (error) {
      throw failed('transaction', error)
    }
  }

/**
 * An adapter as the engine calls it: class instances keep their `this`, what they throw is named after the method, and
 * what does not answer in time has failed.
 */
export const bindAdapter = (adapter: Adapter, manner: CallOptions): BoundAdapter => {
  const bound: Record<string, unknown> = {}
  for (const method of METHODS) if (typeof adapter[method] === 'function') bound[method] = bind(adapter, method, manner)
  if (typeof adapter.transaction === 'function') bound['transaction'] = bindTransaction(adapter, manner)
  return Object.freeze(bound)
}
