/** Characters. 32 characters of base64 have 192 bits. */
const MIN_LENGTH = 32

/** Random text of this length has more. In 32 random hexadecimal digits, the chance of fewer is below 10⁻¹¹. */
const MIN_DIFFERENT = 6

/** Secrets that are long enough but published, in documentation of others or our own. Only letters and digits, in lower case. */
const SAMPLES: ReadonlySet<string> = new Set([
  'allprocessesoftheclusterhavethesamesecret',
  'arandomstringatleast32characters',
  'astringsecretatleast256bitslong',
  'atleastthirtytwocharactersofit',
  'betterauthsecret12345678901234567890',
  'ey7ntknggbc0brn8wujyshw2qzoz6kw4fuyqckbepxy',
  'k7gnu3sdool0wnhqovwhr3g6s1xyv72olpeunols',
  'kr8x0zq1qe1o5txb8h3nlw2cvj6yuu4spa7mdf9ghi0j',
])

/** What instructions in place of a secret contain. Random text has eight given letters in a row with a chance below 10⁻¹⁰. */
const PLACEHOLDERS = [
  '256bitslong',
  'atleast256',
  'atleast32',
  'changeme',
  'changethis',
  'generatea',
  'minimum32',
  'mysecret',
  'mysupersecret',
  'nextauthsecret',
  'opensslrand',
  'replaceme',
  'replacethis',
  'replacewith',
  'secretkeyhere',
  'secrethere',
  'supersecret',
  'yourauth',
  'yournextauth',
  'yourrandom',
  'yoursecret',
  'yoursecure',
  'yoursuper',
]

/** Rows in which neighboring characters are a sequence, forwards and backwards. */
const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

const STEPS: ReadonlySet<string> = new Set(
  ROWS.flatMap((row) =>
    row.split('').flatMap((character, i) => {
      const next = row.charAt((i + 1) % row.length)
      return [character + next, next + character, character + character]
    }),
  ),
)

/** Whether a text repeats a shorter one, which then has the only randomness: `abcabcabc…`. */
const isRepetition = (text: string): boolean => {
  const longest = Math.min(Math.floor(text.length / 2), MIN_LENGTH - 1)
  for (let length = 1; length <= longest; length += 1) if (text.startsWith(text.slice(length))) return true
  return false
}

/** Whether three quarters of the neighboring characters follow each other: `abcd…`, `1234…`, `qwerty…`. */
const isSequence = (text: string): boolean => {
  let steps = 0
  for (let i = 1; i < text.length; i += 1) if (STEPS.has(text.slice(i - 1, i + 1))) steps += 1
  return text.length >= MIN_LENGTH / 2 && steps >= (text.length - 1) * 0.75
}

/** Why a secret is easy to guess, or `undefined`. Random base64 and random hexadecimal digits are never refused. */
export const findWeakness = (secret: string): string | undefined => {
  const text = secret.trim()
  if (text === '') return 'is blank'
  if (text.length < MIN_LENGTH) return `has fewer than ${MIN_LENGTH} characters`
  const normalized = text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const isSample = SAMPLES.has(normalized) || PLACEHOLDERS.some((placeholder) => normalized.includes(placeholder))
  if (isSample) return 'is a sample from documentation'
  if (isRepetition(text.toLowerCase())) return 'repeats a short text'
  if (new Set(text).size < MIN_DIFFERENT) return `has fewer than ${MIN_DIFFERENT} different characters`
  return isSequence(normalized) ? 'is a sequence' : undefined
}
