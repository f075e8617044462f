import { InvalidConfig, MissingSecret, WeakSecret } from '../errors/error-classes.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { findWeakness } from './weak-secret.ts'

const COMMAND = 'openssl rand -base64 33'

/** Every secret is tried on a token of Auth.js, so the number of secrets limits the work per token. */
const MAX_SECRETS = 10

/** The option and the environment variable of the secrets that seal the provider tokens of accounts. */
export const PROVIDER_TOKENS = { option: 'account.tokens', variable: 'AUTH_ACCOUNT_TOKENS_SECRET' }

/** Throws `MissingSecret`, `WeakSecret` or `InvalidConfig` (too many). Messages name a secret by its position. */
export const checkSecrets = (secrets: readonly string[], of?: typeof PROVIDER_TOKENS): void => {
  const where = of === undefined ? '' : ` of ${of.option}`
  const variable = of?.variable ?? 'AUTH_SECRET'
  if (secrets.length === 0) {
    const option = of === undefined ? 'secret' : `${of.option}.secret`
    const fix = `Set ${variable} to the output of: ${COMMAND}`
    throw new MissingSecret(`There is no secret: the option ${option} is empty`, { fix })
  }
  if (secrets.length > MAX_SECRETS) {
    const fix = `Remove the oldest: the last of the option, or ${variable}_1`
    throw new InvalidConfig(`${secrets.length} secrets${where} are listed, and ${MAX_SECRETS} may be`, { fix })
  }
  for (const [index, secret] of secrets.entries()) {
    const weakness = findWeakness(secret)
    if (weakness === undefined) continue
    const which = secrets.length === 1 ? 'The secret' : `Secret ${index + 1} of ${secrets.length}`
    const found = `it has ${secret.length} characters; make one with: ${COMMAND}`
    const fix = `Replace the ${secret.length} characters of ${variable} by the output of: ${COMMAND}`
    throw new WeakSecret(`${which}${where} (${variable}) ${weakness}: ${found}`, { fix })
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
