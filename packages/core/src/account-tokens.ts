import { openTokens, sealTokens } from './crypto/account-tokens.ts'
import type { AccountKey, Worked } from './crypto/account-tokens.ts'
import { keyringOf } from './crypto/keyring.ts'
import type { Keyring } from './crypto/keyring.ts'
import { ACCOUNT_TOKENS, checkSecrets } from './crypto/secrets.ts'
import { AccountTokensError, MissingSecret } from './errors/classes.ts'
import { defaultRuntime } from './runtime/platform.ts'

export { AccountTokensError } from './errors/classes.ts'

/** What says which account a row is of. The other members may have any names and values. */
export interface AccountRow {
  readonly provider: string
  readonly providerAccountId: string
}

/** The secrets that account tokens are sealed with: what the config has at `account.tokens`. */
export interface AccountTokensSecret {
  /** Of several the first seals and all open. */
  readonly secret?: string | readonly string[] | undefined
}

const findKeyring = (options: AccountTokensSecret | undefined): Keyring | undefined => {
  const { secret } = options ?? {}
  if (secret === undefined) return undefined
  const secrets = typeof secret === 'string' ? [secret] : secret
  checkSecrets(secrets, ACCOUNT_TOKENS)
  return keyringOf(secrets, defaultRuntime.crypto)
}

/** The row when all of it worked. Throws otherwise: half of the tokens would be taken for all of them. */
const whole = <Row extends AccountKey>({ row, failed }: Worked<Row>, provider: string, why: string): Row => {
  const [member] = failed
  if (member === undefined) return row
  throw new AccountTokensError(`${failed.join(', ')} of an account ${why}`, { provider, member })
}

/**
 * The row of an account, as an application read it from its own database, with its tokens in clear. What was written before
 * there was a secret comes out as it is. Names may be written in the application's way (`accessToken`).
 *
 * @param options `account.tokens` of the config, or the secret alone
 * @throws AccountTokensError when a token was sealed with a secret that is not listed, was changed, or was copied from another
 * account; MissingSecret, WeakSecret.
 * @example
 * const { access_token } = await openAccountTokens(row, { secret: process.env.AUTH_ACCOUNT_TOKENS_SECRET })
 */
export const openAccountTokens = async <Row extends AccountRow>(
  row: Row,
  options: AccountTokensSecret | undefined,
): Promise<Row> =>
  whole(
    await openTokens(findKeyring(options), row),
    row.provider,
    'was changed, or sealed with a secret that is not listed',
  )

/**
 * The row of an account with its tokens sealed, to be written to the database by an application, such as tokens that it
 * refreshed. What is sealed already stays as it is.
 *
 * @param options `account.tokens` of the config, or the secret alone
 * @throws MissingSecret without one, WeakSecret; AccountTokensError when a token is longer than some 48 kB.
 * @example
 * await update(await sealAccountTokens({ provider, providerAccountId, access_token, refresh_token }, { secret }))
 */
export const sealAccountTokens = async <Row extends AccountRow>(
  row: Row,
  options: AccountTokensSecret | undefined,
): Promise<Row> => {
  const keyring = findKeyring(options)
  if (keyring === undefined) throw new MissingSecret('sealAccountTokens needs the secret to seal with')
  return whole(await sealTokens(keyring, row), row.provider, 'is too long to be sealed')
}
