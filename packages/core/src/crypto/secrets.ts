import { InvalidConfig, MissingSecret, WeakSecret } from '../errors/error-classes.ts'

const HOW = 'make one with: openssl rand -base64 33'

/** 32 characters of base64 are 192 bits; what people think up is weaker at any length, and nothing shorter is meant well. */
const SHORTEST = 32

/** A server tries every secret on a token that names none, so their number bounds what a stranger can make it do. */
const MOST = 10

/** Long enough, and printed in documentation for everybody to read. Letters and digits only, lower case. */
const SAMPLES: ReadonlySet<string> = new Set([
  'astringsecretatleast256bitslong',
  'betterauthsecret12345678901234567890',
  'complexpasswordatleast32characterslong',
  'supersecretjwttokenwithatleast32characterslong',
  'thisisasecretatleast32characterslong',
  'yoursecretkeyatleast32characterslong',
  'yoursupersecretkeyatleast32characterslong',
])

const isSample = (secret: string): boolean => {
  const folded = secret.toLowerCase().replace(/[^a-z0-9]/g, '')
  // The command that makes a secret, copied in place of what it prints.
  return folded.includes('opensslrand') || SAMPLES.has(folded)
}

const findWeakness = (secret: string): string | undefined => {
  const text = secret.trim()
  if (text === '') return 'is blank'
  if (text.length < SHORTEST) return `has fewer than ${SHORTEST} characters`
  return isSample(text) ? 'is a sample from documentation' : undefined
}

/** Which secrets are checked, where it is not those of the config itself. */
export interface SecretOption {
  readonly option: string
  readonly variable: string
}

/** The secrets that the tokens of accounts are sealed with. */
export const PROVIDER_TOKENS: SecretOption = { option: 'account.tokens', variable: 'AUTH_ACCOUNT_TOKENS_SECRET' }

/**
 * Check that there are secrets, and that none can be guessed. Messages name a secret by its place, never by its text.
 *
 * @throws MissingSecret when there is none; WeakSecret, which is one too, when one is too short, blank or well known;
 * InvalidConfig when there are more than ten.
 * @example
 * checkSecrets(['kR8x0zq1Qe1o5tXb8h3nLw2cVj6yUu4sPa7mDf9gHi0J']) // passes
 */
export const checkSecrets = (secrets: readonly string[], of?: SecretOption): void => {
  const where = of === undefined ? '' : ` of ${of.option}`
  if (secrets.length === 0) {
    throw new MissingSecret(`There is no secret${where}; ${HOW} and set it as ${of?.variable ?? 'AUTH_SECRET'}`)
  }
  if (secrets.length > MOST) throw new InvalidConfig(`At most ${MOST} secrets can be listed; drop the oldest`)
  for (const [at, secret] of secrets.entries()) {
    const weakness = findWeakness(secret)
    if (weakness === undefined) continue
    const which = secrets.length === 1 ? 'The secret' : `Secret ${at + 1} of ${secrets.length}`
    throw new WeakSecret(`${which}${where} ${weakness}; ${HOW}`)
  }
}
