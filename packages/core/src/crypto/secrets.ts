import { InvalidConfig, MissingSecret, WeakSecret } from '../errors/error-classes.ts'
import { findWeakness } from './weak-secret.ts'

const HOW = 'make one with: openssl rand -base64 33'

/** Every secret is tried on a token without a key ID, so the number of secrets limits the work per token. */
const MAX_SECRETS = 10

/** The option and the environment variable of the secrets that seal the provider tokens of accounts. */
export const PROVIDER_TOKENS = { option: 'account.tokens', variable: 'AUTH_ACCOUNT_TOKENS_SECRET' }

/**
 * Check that there are secrets and that none is easy to guess. Messages name a secret by its position, never by its text.
 *
 * @throws MissingSecret if there is none; WeakSecret (a MissingSecret too) if one is blank, too short, published, a
 * repetition or a sequence;
 * InvalidConfig if there are more than ten.
 * @example
 * checkSecrets([toBase64url(runtime.random(33))]) // passes
 */
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
    throw new WeakSecret(`${which}${where} ${weakness}; ${HOW}`)
  }
}

/** FNV-1a, folded to 16 bits: enough to distinguish two secrets in a log, too little to verify a guess. */
const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (((hash >>> 16) ^ hash) & 0xffff).toString(16).padStart(4, '0')
}

/**
 * A text that must not be printed. Logs, JSON and string concatenation show its fingerprint; only `reveal()` returns it.
 *
 * @example
 * `${new Secret('correct horse battery staple')}` // 'Secret(…)' with four hexadecimal digits
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The text itself. */
  reveal(): string {
    return this.#text
  }

  toString(): string {
    return `Secret(${fingerprint(this.#text)})`
  }

  toJSON(): string {
    return this.toString()
  }

  /** The output of `console.log` and `util.inspect` in Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }
}
