import { openTokens, sealTokens, withoutTokens } from '../crypto/seal-provider-tokens.ts'
import type { AccountKey } from '../crypto/seal-provider-tokens.ts'
import { ProviderTokensError } from '../errors/error-classes.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import type { ProviderTokensConfig } from '../config/provider-tokens-options.ts'
import type { BoundAdapter } from './bind-adapter.ts'

/** Rows of accounts on their way to the database and back. */
interface Passage {
  readonly toStore: <Row extends AccountKey>(row: Row) => Promise<Row>
  readonly fromStore: <Row>(row: Row) => Promise<Row>
}

const isAccount = (row: unknown): row is AccountKey =>
  typeof row === 'object' && row !== null && 'provider' in row && 'providerAccountId' in row

/** Nobody needs a stored token to sign in, so one that cannot be had is told and not there, and everything else goes on. */
const tell = (logger: LoggerInstance, { provider }: AccountKey, failed: readonly string[], why: string): void => {
  for (const member of failed) logger.error(new ProviderTokensError(`${member} ${why}`, { provider, member }))
}

const passageOf = ({ stores, keyring }: ProviderTokensConfig, logger: LoggerInstance): Passage => ({
  toStore: async (row) => {
    if (!stores) return withoutTokens(row)
    if (keyring === undefined) return row
    const sealed = await sealTokens(keyring, row)
    tell(logger, row, sealed.failed, 'of an account is too long to be sealed, so it was not stored')
    return sealed.row
  },
  fromStore: async (row) => {
    if (!isAccount(row)) return row
    const opened = await openTokens(keyring, row)
    tell(logger, row, opened.failed, 'of an account was changed, or sealed with a secret that is not listed')
    return opened.row
  },
})

const wrapWrites = (adapter: BoundAdapter, { toStore, fromStore }: Passage): BoundAdapter => {
  const around = { ...adapter }
  const link = adapter.linkAccount?.bind(adapter)
  const update = adapter.updateAccount?.bind(adapter)
  // What it answers nobody reads, so it is not opened.
  if (link !== undefined) around.linkAccount = async (row) => void (await link(await toStore(row)))
  if (update !== undefined) around.updateAccount = async (row) => fromStore(await update(await toStore(row)))
  return around
}

const wrapReads = (adapter: BoundAdapter, { fromStore }: Passage): BoundAdapter => {
  const around = { ...adapter }
  const get = adapter.getAccount?.bind(adapter)
  const list = adapter.listAccounts?.bind(adapter)
  const unlink = adapter.unlinkAccount?.bind(adapter)
  if (get !== undefined) around.getAccount = async (id, provider) => fromStore(await get(id, provider))
  if (unlink !== undefined) around.unlinkAccount = async (key) => void (await unlink(key))
  if (list !== undefined) {
    around.listAccounts = async (userId) => {
      const rows = await list(userId)
      return Array.isArray(rows) ? Promise.all(rows.map(fromStore)) : rows
    }
  }
  return around
}

/** The methods about accounts, with their rows sealed on the way there and opened on the way back. */
const wrap = (adapter: BoundAdapter, passage: Passage): BoundAdapter => {
  const around = wrapReads(wrapWrites(adapter, passage), passage)
  const attempt = adapter.transaction?.bind(adapter)
  if (attempt !== undefined) around.transaction = (work) => attempt((within) => work(wrap(within, passage)))
  return Object.freeze(around)
}

/**
 * The adapter as everybody calls it: outside the database the tokens of accounts are in clear, inside they are what the owner
 * wants. Sessions pass by it untouched.
 */
export const withSealedTokens = (
  adapter: BoundAdapter,
  tokens: ProviderTokensConfig,
  logger: LoggerInstance,
): BoundAdapter => wrap(adapter, passageOf(tokens, logger))
