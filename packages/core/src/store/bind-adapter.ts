import { once } from '../base/async.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Binding } from './call-adapter.ts'

/** An adapter as the engine calls it: with a deadline, failures as `AdapterError`s, and provider tokens sealed. */
export type BoundAdapter = Adapter

const METHODS = [
  ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'updateUser', 'deleteUser'],
  ['linkAccount', 'unlinkAccount', 'getAccount', 'listAccounts', 'updateAccount'],
  ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession', 'listSessions', 'deleteSessions'],
  ['createSessionOfAccount', 'revokeSessions'],
  ['createVerificationToken', 'useVerificationToken', 'getVerificationToken', 'deleteVerificationTokens'],
  ['scheduleUserDeletion', 'listUsersToDelete', 'incrementCounter'],
  ['getAuthenticator', 'createAuthenticator', 'listAuthenticatorsByUserId', 'updateAuthenticatorCounter'],
  ['updateAuthenticator', 'deleteAuthenticator', 'transaction'],
] as const satisfies readonly (readonly (keyof Adapter)[])[]

export type AdapterMethod = Exclude<(typeof METHODS)[number][number], 'transaction'>

/** Loaded with the first call: most session checks call no adapter. */
const loadCalls = once(() => import('./call-adapter.ts'))

const bound = (binding: Binding): BoundAdapter => {
  const made: { [Name in keyof Adapter]?: (...args: never[]) => Promise<unknown> } = {}
  for (const name of METHODS.flat()) {
    if (typeof binding.adapter[name] !== 'function') continue
    made[name] = async (...args) => (await loadCalls()).callAdapter(binding, name, args)
  }
  return Object.freeze(made) as BoundAdapter
}

export const bindAdapter = (adapter: Adapter, options: Omit<Binding, 'adapter' | 'isOver' | 'bind'>): BoundAdapter =>
  bound({ ...options, adapter, isOver: () => false, bind: bound })
