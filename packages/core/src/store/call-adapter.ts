import {
  openTokens,
  sealTokens,
  withoutTokens,
  type AccountKey,
  type SealResult,
} from '../crypto/seal-provider-tokens.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { ProviderTokensError, AdapterError } from '../errors/error-classes.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { isPromiseLike } from '../base/async.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { withTimeout, type Runtime } from '../runtime/engine.ts'
import type { Adapter, AdapterAccount } from '../types/adapter.ts'

export interface ProviderTokensConfig {
  readonly stores: boolean
  /** Seals the tokens; `undefined` stores them in clear. */
  readonly keyring: Keyring | undefined
}

/** What the methods of a bound adapter work with. Inside a transaction only `adapter` and `isOver` differ. */
export interface Binding {
  readonly logger: LoggerInstance
  readonly after: Runtime['after']
  /** Milliseconds that one call, or one transaction, may take. */
  readonly timeout: number
  readonly tokens: ProviderTokensConfig
  readonly adapter: Adapter
  /** Whether the transaction has ended. Its work may still be running, and must not write anymore. */
  readonly isOver: () => boolean
  /** Binds the adapter of a transaction. */
  readonly bind: (binding: Binding) => Adapter
}

/** A sign-in does not need stored tokens, so a token that fails is logged and missing, and the request continues. */
const logFailures = <Row extends AccountKey>({ logger }: Binding, { row, failed }: SealResult<Row>, why: string) => {
  const { provider } = row
  for (const member of failed)
    logger.error(new ProviderTokensError(`${member} of an account ${why}`, { provider, member }))
  return row
}

const toStore = async (binding: Binding, row: AdapterAccount): Promise<AdapterAccount> => {
  const { stores, keyring } = binding.tokens
  if (!stores) return withoutTokens(row)
  if (keyring === undefined) return row
  return logFailures(binding, await sealTokens(keyring, row), 'is too long to be sealed and was not stored')
}

const isAccount = (row: unknown): row is AccountKey =>
  typeof row === 'object' && row !== null && 'provider' in row && 'providerAccountId' in row

const fromStore = async (binding: Binding, row: unknown): Promise<unknown> => {
  if (!isAccount(row)) return row
  const opened = await openTokens(binding.tokens.keyring, row)
  return logFailures(binding, opened, 'was changed, or sealed with a secret that is not configured')
}

/** A method took too long. Its writes may happen or not, so the caller may neither rely on them nor undo them. */
export class AdapterTimeout extends AdapterError {}

/** How databases say that a table or a column does not exist: PostgreSQL, MySQL and MariaDB, SQLite, SQL Server. */
const NOT_MIGRATED =
  /no such (?:table|column)|(?:relation|column) .* does not exist|doesn't exist|unknown column|invalid (?:object|column) name/i

const toAdapterError = (method: string, error: unknown): AuthError => {
  if (error instanceof AuthError) return error
  const isBehind = error instanceof Error && NOT_MIGRATED.test(error.message)
  if (!isBehind) return new AdapterError(`${method} failed`, { method, ...causeOf(error) })
  const fix = 'Run: npx @authwright/cli migrate'
  return new AdapterError(`${method} failed: a table or a column is missing`, { method, fix, ...causeOf(error) })
}

const timedOut = (method: string, timeout: number): AdapterTimeout =>
  new AdapterTimeout(`${method} took too long`, {
    method,
    timeout,
    fix: `Find out why the database did not respond within ${timeout} ms, or raise adapterTimeout`,
  })

const call = async (binding: Binding, method: keyof Adapter, args: readonly unknown[]): Promise<unknown> => {
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
  const { after, timeout } = binding
  const adapter = binding.adapter as Required<Adapter>
  let hasTimedOut = false
  const giveUp = (): AdapterTimeout => {
    hasTimedOut = true
    return timedOut('transaction', timeout)
  }
  const isOver = (): boolean => hasTimedOut || binding.isOver()
  const run = async (inner: Adapter): Promise<unknown> => {
    // A connection that arrives too late starts no work, and throwing rolls back work that ends too late.
    if (isOver()) throw giveUp()
    const value = await work(binding.bind({ ...binding, adapter: inner, isOver }))
    if (isOver()) throw giveUp()
    return value
  }
  try {
    return await withTimeout(after, timeout, adapter.transaction(run), giveUp)
  } catch (error) {
    throw toAdapterError('transaction', error)
  }
}

const ACCOUNT_METHODS: ReadonlySet<string> = new Set(['linkAccount', 'updateAccount', 'getAccount', 'listAccounts'])

/** Account rows are sealed on the way to the database and opened on the way back. */
const callWithAccounts = async (binding: Binding, method: keyof Adapter, args: readonly unknown[]) => {
  const isWrite = method === 'linkAccount' || method === 'updateAccount'
  const result = await call(binding, method, isWrite ? [await toStore(binding, args[0] as AdapterAccount)] : args)
  return Array.isArray(result) ? Promise.all(result.map((row) => fromStore(binding, row))) : fromStore(binding, result)
}

export const callAdapter = (binding: Binding, name: keyof Adapter, args: readonly unknown[]): Promise<unknown> => {
  if (name === 'transaction') return runTransaction(binding, args[0] as (adapter: Adapter) => Promise<unknown>)
  return (ACCOUNT_METHODS.has(name) ? callWithAccounts : call)(binding, name, args)
}
