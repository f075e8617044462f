import { openTokens, sealTokens, withoutTokens, type AccountKey } from '../crypto/seal-provider-tokens.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { ProviderTokensError, AdapterError } from '../errors/error-classes.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { isPromiseLike } from '../base/async.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { withTimeout, type Runtime } from '../runtime/engine.ts'
import type { Adapter, AdapterAccount } from '../types/adapter.ts'

/** How the database stores the provider tokens of accounts. */
export interface ProviderTokensConfig {
  /** Whether tokens are stored at all. */
  readonly stores: boolean
  /** Seals the tokens; `undefined` stores them in clear. */
  readonly keyring: Keyring | undefined
}

/** Converts account rows between the engine, which sees tokens in clear, and the database. */
interface AccountTokens {
  readonly toStore: <Row extends AccountKey>(row: Row) => Promise<Row>
  readonly fromStore: <Row>(row: Row) => Promise<Row>
}

const isAccount = (row: unknown): row is AccountKey =>
  typeof row === 'object' && row !== null && 'provider' in row && 'providerAccountId' in row

/** A sign-in does not need stored tokens, so a token that fails is logged and missing, and the request continues. */
const logFailures = (
  logger: LoggerInstance,
  { provider }: AccountKey,
  failed: readonly string[],
  why: string,
): void => {
  for (const member of failed) logger.error(new ProviderTokensError(`${member} ${why}`, { provider, member }))
}

/** Makes the conversion of account rows that a config asks for. */
const accountTokens = ({ stores, keyring }: ProviderTokensConfig, logger: LoggerInstance): AccountTokens => ({
  toStore: async (row) => {
    if (!stores) return withoutTokens(row)
    if (keyring === undefined) return row
    const sealed = await sealTokens(keyring, row)
    logFailures(logger, row, sealed.failed, 'of an account is too long to be sealed and was not stored')
    return sealed.row
  },
  fromStore: async (row) => {
    if (!isAccount(row)) return row
    const opened = await openTokens(keyring, row)
    logFailures(logger, row, opened.failed, 'of an account was changed, or sealed with a secret that is not configured')
    return opened.row
  },
})

/**
 * An adapter as the engine calls it: calls end in bounded time, failures are `AdapterError`s, and provider tokens are sealed in
 * the database. It has exactly the methods that the adapter has.
 */
export type BoundAdapter = Adapter

interface BindOptions {
  readonly logger: LoggerInstance
  readonly after: Runtime['after']
  /** Milliseconds that one call, or one transaction, may take. */
  readonly timeout: number
  readonly tokens: ProviderTokensConfig
}

/** What the methods of a bound adapter work with. Inside a transaction only `adapter` and `isOver` differ. */
interface Binding extends Omit<BindOptions, 'tokens'> {
  readonly adapter: Adapter
  readonly tokens: AccountTokens
  /** Whether the transaction has ended. Its work may still be running, and must not write anymore. */
  readonly isOver: () => boolean
}

const BINDING: unique symbol = Symbol('binding')

/** `this` of the bound methods. */
interface Bound {
  readonly [BINDING]: Binding
}

/** The methods of an adapter, without `transaction`. */
export type AdapterMethod = Exclude<keyof Adapter, 'transaction'>

const toAdapterError = (method: string, error: unknown): AuthError =>
  error instanceof AuthError ? error : new AdapterError(`${method} failed`, { method, ...causeOf(error) })

const timedOut = (method: string, timeout: number): AdapterTimeout =>
  new AdapterTimeout(`${method} took too long`, { method, timeout })

const call = async (binding: Binding, method: AdapterMethod, args: readonly unknown[]): Promise<unknown> => {
  const { adapter, logger, after, timeout, isOver } = binding
  if (isOver()) throw timedOut(method, timeout)
  logger.debug(`adapter_${method}`)
  try {
    // With the adapter as `this`, because an adapter may be an instance of a class.
    const response: unknown = Reflect.apply(adapter[method] as (...args: unknown[]) => unknown, adapter, args)
    return isPromiseLike(response)
      ? await withTimeout(after, timeout, response, () => timedOut(method, timeout))
      : response
  } catch (error) {
    throw toAdapterError(method, error)
  }
}

/** A transaction as a whole has the time of one call. After that it fails and is rolled back. */
const runTransaction = async (binding: Binding, work: (adapter: Adapter) => Promise<unknown>): Promise<unknown> => {
  const { adapter, after, timeout } = binding
  let hasTimedOut = false
  const giveUp = (): AdapterTimeout => {
    hasTimedOut = true
    return timedOut('transaction', timeout)
  }
  const isOver = (): boolean => hasTimedOut || binding.isOver()
  const run = async (inner: Adapter): Promise<unknown> => {
    // A connection that arrives too late starts no work, and throwing rolls back work that ends too late.
    if (isOver()) throw giveUp()
    const value = await work(bound({ ...binding, adapter: inner, isOver }))
    if (isOver()) throw giveUp()
    return value
  }
  try {
    if (adapter.transaction === undefined) throw new AdapterError('The adapter has no transaction')
    return await withTimeout(after, timeout, adapter.transaction(run), giveUp)
  } catch (error) {
    throw toAdapterError('transaction', error)
  }
}

const method = (name: AdapterMethod) =>
  function (this: Bound, ...args: readonly unknown[]): Promise<unknown> {
    return call(this[BINDING], name, args)
  }

/** One function for each method, shared by all bound adapters. */
const METHODS: { readonly [Name in keyof Adapter]-?: (this: Bound, ...args: never[]) => Promise<unknown> } = {
  createUser: method('createUser'),
  getUser: method('getUser'),
  getUserByEmail: method('getUserByEmail'),
  getUserByAccount: method('getUserByAccount'),
  updateUser: method('updateUser'),
  deleteUser: method('deleteUser'),
  createSession: method('createSession'),
  getSessionAndUser: method('getSessionAndUser'),
  updateSession: method('updateSession'),
  deleteSession: method('deleteSession'),
  createVerificationToken: method('createVerificationToken'),
  useVerificationToken: method('useVerificationToken'),
  deleteVerificationTokens: method('deleteVerificationTokens'),
  getAuthenticator: method('getAuthenticator'),
  createAuthenticator: method('createAuthenticator'),
  listAuthenticatorsByUserId: method('listAuthenticatorsByUserId'),
  updateAuthenticatorCounter: method('updateAuthenticatorCounter'),
  listSessions: method('listSessions'),
  deleteSessions: method('deleteSessions'),
  updateAuthenticator: method('updateAuthenticator'),
  deleteAuthenticator: method('deleteAuthenticator'),
  incrementCounter: method('incrementCounter'),

  // The returned row is not used, so it is not opened.
  async linkAccount(row: AdapterAccount) {
    await call(this[BINDING], 'linkAccount', [await this[BINDING].tokens.toStore(row)])
  },
  async unlinkAccount(...args: readonly unknown[]) {
    await call(this[BINDING], 'unlinkAccount', args)
  },
  async updateAccount(row: AdapterAccount) {
    const { tokens } = this[BINDING]
    return tokens.fromStore(await call(this[BINDING], 'updateAccount', [await tokens.toStore(row)]))
  },
  async getAccount(...args: readonly unknown[]) {
    return this[BINDING].tokens.fromStore(await call(this[BINDING], 'getAccount', args))
  },
  async listAccounts(...args: readonly unknown[]) {
    const rows = await call(this[BINDING], 'listAccounts', args)
    return Array.isArray(rows) ? Promise.all(rows.map(this[BINDING].tokens.fromStore)) : rows
  },
  transaction(work: (adapter: Adapter) => Promise<unknown>) {
    return runTransaction(this[BINDING], work)
  },
}

const names = Object.keys(METHODS) as (keyof Adapter)[]

const bound = (binding: Binding): BoundAdapter => {
  const made: Record<PropertyKey, unknown> = { [BINDING]: binding }
  for (const name of names) if (typeof binding.adapter[name] === 'function') made[name] = METHODS[name]
  return Object.freeze(made)
}

/** Makes the adapter that the engine calls from the one that the developer configured. */
export const bindAdapter = (adapter: Adapter, { tokens, ...options }: BindOptions): BoundAdapter =>
  bound({ ...options, adapter, tokens: accountTokens(tokens, options.logger), isOver: () => false })

/**
 * An adapter method took too long. Its writes may have happened, may happen later, or may never happen, so the caller may neither
 * rely on them nor undo them.
 */
export class AdapterTimeout extends AdapterError {}
