import { keyringOf } from '../crypto/keyring.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { ACCOUNT_TOKENS } from '../crypto/secrets.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig } from '../types/config.ts'
import * as read from './read.ts'
import { readSecrets } from './secrets.ts'

/** What becomes of the tokens of accounts on their way to the database. */
export interface AccountTokensConfig {
  readonly stores: boolean
  /** `undefined`: they are kept as they are. */
  readonly keyring: Keyring | undefined
}

/**
 * How a config keeps the tokens of accounts. A secret that is written but not there is an error: somebody wanted them sealed,
 * and a variable of the environment was forgotten.
 */
export const readAccountTokens = (config: AuthConfig, runtime: Runtime): AccountTokensConfig => {
  const written = read.readRecord(read.readRecord(config.account, 'account')['tokens'], ACCOUNT_TOKENS.option)
  const isSealed = Object.hasOwn(written, 'secret')
  return Object.freeze({
    stores: read.readFlag(written['store'], 'account.tokens.store') ?? true,
    keyring: isSealed ? keyringOf(readSecrets(written['secret'], ACCOUNT_TOKENS), runtime.crypto) : undefined,
  })
}
