import { openTokens, sealTokens, type AccountKey, type SealResult } from './crypto/seal-provider-tokens.ts'
import type { Keyring } from './crypto/keyring.ts'
import { PROVIDER_TOKENS, keyringFor } from './crypto/secrets.ts'
import { ProviderTokensError, MissingSecret } from './errors/error-classes.ts'

export type { AccountKey as AccountRow } from './crypto/seal-provider-tokens.ts'
export { ProviderTokensError } from './errors/error-classes.ts'

/**
 * The secrets that seal provider tokens, as `account.tokens` of the config has them.
 * @example const tokens: ProviderTokensSecret = { secret: [newSecret, oldSecret] }
 */
export interface ProviderTokensSecret {
  /**
   * If there are several, the first one seals and all of them open.
   * @example secret: [newSecret, oldSecret]
   */
  readonly secret?: string | readonly string[] | undefined
}

const findKeyring = ({ secret }: ProviderTokensSecret = {}): Keyring | undefined =>
  secret === undefined ? undefined : keyringFor(secret, PROVIDER_TOKENS)

/** The row, or an error if one token failed: the caller could mistake a part of the tokens for all of them. */
const requireAll = <Row extends AccountKey>({ row, failed }: SealResult<Row>, why: string): Row => {
  const [member] = failed
  if (member === undefined) return row
  throw new ProviderTokensError(`${failed.join(', ')} of an account ${why}`, { provider: row.provider, member })
}

/**
 * Open the tokens of an account row of the application's database. Tokens stored without a secret stay as they are.
 * The columns may also have camel-case names, such as `accessToken`.
 * @param options `account.tokens` of the config, or the secret alone
 * @throws ProviderTokensError if a token was changed, copied from another account, or sealed with a secret that is not
 * listed; MissingSecret, WeakSecret.
 * @example
 * const { access_token } = await openProviderTokens(row, { secret: process.env.AUTH_ACCOUNT_TOKENS_SECRET })
 */
export const openProviderTokens = async <Row extends AccountKey>(
  row: Row,
  options: ProviderTokensSecret | undefined,
): Promise<Row> =>
  requireAll(await openTokens(findKeyring(options), row), 'was changed, or sealed with a secret that is not listed')

/**
 * Seal the tokens of an account row that the application writes to its database. Sealed tokens stay as they are.
 * @param options `account.tokens` of the config, or the secret alone
 * @throws MissingSecret without a secret, WeakSecret; ProviderTokensError if a token is longer than about 48 kB.
 * @example
 * await update(await sealProviderTokens({ provider, providerAccountId, access_token, refresh_token }, { secret }))
 */
export const sealProviderTokens = async <Row extends AccountKey>(
  row: Row,
  options: ProviderTokensSecret | undefined,
): Promise<Row> => {
  const keyring = findKeyring(options)
  if (keyring === undefined) throw new MissingSecret('sealProviderTokens needs the secret to seal with')
  return requireAll(await sealTokens(keyring, row), 'is too long to be sealed')
}
