import { openTokens, sealTokens, withoutTokens } from '../crypto/seal-provider-tokens.ts'
import type { AccountKey } from '../crypto/seal-provider-tokens.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { ProviderTokensError } from '../errors/error-classes.ts'
import type { LoggerInstance } from '../types/config-options.ts'

/** How the database stores the provider tokens of accounts. */
export interface ProviderTokensConfig {
  /** Whether tokens are stored at all. */
  readonly stores: boolean
  /** Seals the tokens; `undefined` stores them in clear. */
  readonly keyring: Keyring | undefined
}

/** Converts account rows between the engine, which sees tokens in clear, and the database. */
export interface AccountTokens {
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
export const accountTokens = ({ stores, keyring }: ProviderTokensConfig, logger: LoggerInstance): AccountTokens => ({
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
