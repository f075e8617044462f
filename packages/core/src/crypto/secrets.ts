import { MissingSecret, WeakSecret } from '../errors/classes.ts'

const HOW = 'make one with: openssl rand -base64 33'

/** 32 characters of base64 are 192 bits; what people think up is longer and weaker, but nothing shorter is meant well. */
const SHORTEST = 32

/** A server tries every secret on a token that names none, so their number bounds what a stranger can make it do. */
const MOST = 10

/** Beginnings and whole values that documentation, templates and tutorials show, as compared after folding. */
const SAMPLES = [
  'changeme',
  'changethis',
  'replaceme',
  'replacethis',
  'replacewith',
  'yoursecret',
  'yourauthsecret',
  'yoursupersecret',
  'yourrandom',
  'yourlongrandom',
  'mysecret',
  'mysupersecret',
  'supersecret',
  'thisisasecret',
  'thisisasample',
  'secretsecret',
  'passwordpassword',
  'generatewith',
  'opensslrand',
  'authsecret',
  'insertyour',
  'enteryour',
]

const fold = (secret: string): string => secret.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Fewer different characters than this and the text is a pattern, not chance: 33 random bytes have about 30. */
const FEWEST_DIFFERENT = 8

const findWeakness = (secret: string): string | undefined => {
  const text = secret.trim()
  if (text === '') return 'is blank'
  if (text.length < SHORTEST) return `has fewer than ${SHORTEST} characters`
  if (new Set(text).size < FEWEST_DIFFERENT) return 'repeats itself'
  const folded = fold(text)
  return SAMPLES.some((sample) => folded.startsWith(sample)) ? 'is a sample from documentation' : undefined
}

/**
 * Check that there are secrets, and that none can be guessed. Messages name a secret by its place, never by its text.
 *
 * @throws MissingSecret when there is none; WeakSecret, which is one too, when one is too short, blank or well known.
 * @example
 * checkSecrets(['kR8x0zq1Qe1o5tXb8h3nLw2cVj6yUu4sPa7mDf9gHi0J']) // passes
 */
export const checkSecrets = (secrets: readonly string[]): void => {
  if (secrets.length === 0) throw new MissingSecret(`There is no secret; ${HOW}, and set it as AUTH_SECRET`)
  if (secrets.length > MOST) throw new MissingSecret(`At most ${MOST} secrets can be listed; drop the oldest`)
  for (const [at, secret] of secrets.entries()) {
    const weakness = findWeakness(secret)
    if (weakness === undefined) continue
    const which = secrets.length === 1 ? 'The secret' : `Secret ${at + 1} of ${secrets.length}`
    throw new WeakSecret(`${which} ${weakness}; ${HOW}`)
  }
}
