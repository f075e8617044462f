import { createKeyring } from '../crypto/keyring.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { PROVIDER_TOKENS } from '../crypto/secrets.ts'
import type { Runtime } from '../runtime/types.ts'
import type { ProviderTokensConfig } from '../store/account-tokens.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import * as read from './readers.ts'
import { readSecrets } from './secret-option.ts'

/**
 * How a config keeps the tokens of accounts. A secret that is written but not there is an error: somebody wanted them sealed,
 * and a variable of the environment was forgotten.
 */
export const readProviderTokens = (config: AuthConfig, runtime: Runtime): ProviderTokensConfig => {
  const written = read.readRecord(read.readRecord(config.account, 'account')['tokens'], PROVIDER_TOKENS.option)
  const isSealed = Object.hasOwn(written, 'secret')
  return Object.freeze({
    stores: read.readFlag(written['store'], 'account.tokens.store') ?? true,
    keyring: isSealed ? createKeyring(readSecrets(written['secret'], PROVIDER_TOKENS), runtime.crypto) : undefined,
  })
}
