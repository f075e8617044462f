import { InvalidConfig, MissingSecret, WeakSecret } from '../errors/error-classes.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { findWeakness } from './weak-secret.ts'

const HOW = 'make one with: openssl rand -base64 33'

/** Every secret is tried on a token of Auth.js, so the number of secrets limits the work per token. */
const MAX_SECRETS = 10

/** The option and the environment variable of the secrets that seal the provider tokens of accounts. */
export const PROVIDER_TOKENS = { option: 'account.tokens', variable: 'AUTH_ACCOUNT_TOKENS_SECRET' }

/** Throws `MissingSecret`, `WeakSecret` or `InvalidConfig` (too many). Messages name a secret by its position. */
export const checkSecrets = (secrets: readonly string[], of?: typeof PROVIDER_TOKENS): void => {
  const where = of === undefined ? '' : ` of ${of.option}`
  if (secrets.length === 0) {
    throw new MissingSecret(`There is no secret${where}; ${HOW} and set it as ${of?.variable ?? 'AUTH_SECRET'}`)
  }
  if (secrets.length > MAX_SECRETS) {
    throw new InvalidConfig(`At most ${MAX_SECRETS} secrets can be listed; remove the oldest`)
  }
  for (const [index, secret] of secrets.entries()) {
    const weakness = findWeakness(secret)
    if (weakness === undefined) continue
    const which = secrets.length === 1 ? 'The secret' : `Secret ${index + 1} of ${secrets.length}`
    const variable = of?.variable ?? 'AUTH_SECRET'
    throw new WeakSecret(`${which}${where} (${variable}) ${weakness}: it has ${secret.length} characters; ${HOW}`)
  }
}

export const listSecrets = (secret: string | readonly string[] | undefined): readonly string[] =>
  typeof secret === 'string' ? (secret === '' ? [] : [secret]) : (secret ?? [])

/** The keyring of checked secrets, outside a request. Throws like `checkSecrets`. */
export const keyringFor = (secret: string | readonly string[], of?: typeof PROVIDER_TOKENS): Keyring => {
  const secrets = listSecrets(secret)
  checkSecrets(secrets, of)
  return createKeyring(secrets, defaultRuntime.crypto)
}
