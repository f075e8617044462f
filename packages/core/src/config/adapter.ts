import { because } from '../errors/because.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AdapterError } from '../errors/classes.ts'
import type { Adapter } from '../types/adapter.ts'
import type { LoggerInstance } from '../types/options.ts'

/** The adapter's methods, each with its `this`, each failing with an `AdapterError` only. */
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
  'countAttempt',
] as const satisfies readonly (keyof Adapter)[]

export type AdapterMethod = (typeof METHODS)[number]

const failed = (method: string, error: unknown): AuthError =>
  error instanceof AuthError ? error : new AdapterError(`${method} failed`, { method, ...because(error) })

const bind = (adapter: Adapter, method: AdapterMethod, logger: LoggerInstance): ((...given: unknown[]) => unknown) => {
  return async (...given) => {
    logger.debug(`adapter_${method}`)
    try {
      return await Reflect.apply(adapter[method] as (...args: unknown[]) => unknown, adapter, given)
    } catch (error) {
      throw failed(method, error)
    }
  }
}

const bindTransaction =
  (adapter: Adapter, logger: LoggerInstance): Adapter['transaction'] =>
  async (work) => {
    if (adapter.transaction === undefined) throw new AdapterError('transaction is missing')
    try {
      return await adapter.transaction((inner) => work(bindAdapter(inner, logger)))
    } catch (error) {
      throw failed('transaction', error)
    }
  }

/** An adapter as the engine calls it: class instances keep their `this`, and what they throw is named after the method. */
export const bindAdapter = (adapter: Adapter, logger: LoggerInstance): BoundAdapter => {
  const bound: Record<string, unknown> = {}
  for (const method of METHODS) if (typeof adapter[method] === 'function') bound[method] = bind(adapter, method, logger)
  if (typeof adapter.transaction === 'function') bound['transaction'] = bindTransaction(adapter, logger)
  return Object.freeze(bound)
}
