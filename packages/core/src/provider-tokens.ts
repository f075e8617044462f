import { openTokens, sealTokens } from './crypto/seal-provider-tokens.ts'
import type { AccountKey, SealResult } from './crypto/seal-provider-tokens.ts'
import { createKeyring } from './crypto/keyring.ts'
import type { Keyring } from './crypto/keyring.ts'
import { PROVIDER_TOKENS, checkSecrets } from './crypto/secrets.ts'
import { ProviderTokensError, MissingSecret } from './errors/error-classes.ts'
import { defaultRuntime } from './runtime/platform.ts'

export { ProviderTokensError } from './errors/error-classes.ts'

/** What says which account a row is of. The other members may have any names and values. */
export interface AccountRow {
  readonly provider: string
  readonly providerAccountId: string
}

/** The secrets that account tokens are sealed with: what the config has at `account.tokens`. */
export interface ProviderTokensSecret {
  /** Of several the first seals and all open. */
  readonly secret?: string | readonly string[] | undefined
}

const findKeyring = (options: ProviderTokensSecret | undefined): Keyring | undefined => {
  const { secret } = options ?? {}
  if (secret === undefined) return undefined
  const secrets = typeof secret === 'string' ? [secret] : secret
  checkSecrets(secrets, PROVIDER_TOKENS)
  return createKeyring(secrets, defaultRuntime.crypto)
}

/** The row when all of it worked. Throws otherwise: half of the tokens would be taken for all of them. */
const whole = <Row extends AccountKey>({ row, failed }: SealResult<Row>, provider: string, why: string): Row => {
  const [member] = failed
  if (member === undefined) return row
  throw new ProviderTokensError(`${failed.join(', ')} of an account ${why}`, { provider, member })
}

/**
 * The row of an account, as an application read it from its own database, with its tokens in clear. What was written before
 * there was a secret comes out as it is. Names may be written in the application's way (`accessToken`).
 *
 * @param options `account.tokens` of the config, or the secret alone
 * @throws ProviderTokensError when a token was sealed with a secret that is not listed, was changed, or was copied from another
 * account; MissingSecret, WeakSecret.
 * @example
 * const { access_token } = await openProviderTokens(row, { secret: process.env.AUTH_ACCOUNT_TOKENS_SECRET })
 */
export const openProviderTokens = async <Row extends AccountRow>(
  row: Row,
  options: ProviderTokensSecret | undefined,
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
 * @throws MissingSecret without one, WeakSecret; ProviderTokensError when a token is longer than some 48 kB.
 * @example
 * await update(await sealProviderTokens({ provider, providerAccountId, access_token, refresh_token }, { secret }))
 */
export const sealProviderTokens = async <Row extends AccountRow>(
  row: Row,
  options: ProviderTokensSecret | undefined,
): Promise<Row> => {
  const keyring = findKeyring(options)
  if (keyring === undefined) throw new MissingSecret('sealProviderTokens needs the secret to seal with')
  return whole(await sealTokens(keyring, row), row.provider, 'is too long to be sealed')
}
