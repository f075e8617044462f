/** Characters. 32 characters of base64 have 192 bits. */
const MIN_LENGTH = 32

/** Random text of this length has more. In 32 random hexadecimal digits, the chance of fewer is below 10⁻¹¹. */
const MIN_DIFFERENT = 6

/** From documentation. Random text has eight given letters in a row with a chance below 10⁻¹⁰. */
const PUBLISHED = `
  256bitslong allprocessesoftheclusterhavethesamesecret atleast256 atleast32 atleastthirtytwocharactersofit
  betterauthsecret12345678901234567890 changeme changethis ey7ntknggbc0brn8wujyshw2qzoz6kw4fuyqckbepxy generatea
  k7gnu3sdool0wnhqovwhr3g6s1xyv72olpeunols kr8x0zq1qe1o5txb8h3nlw2cvj6yuu4spa7mdf9ghi0j minimum32 mysecret
  nextauthsecret opensslrand processenv replaceme replacethis replacewith secretkeyhere secrethere supersecret undefined
  yourauth yournextauth yourrandom yoursecret yoursecure yoursuper`
  .trim()
  .split(/\s+/)

/** A reference or an object in the place of its value: `${AUTH_SECRET}`, `[object Object]`. */
const UNRESOLVED = /\$\{[a-z_.]{6,}\d*\}|\[object /i

/** Sequences, forwards and backwards. Digits and letters go around. */
const SEQUENCES = ['0123456789'.repeat(2), 'abcdefghijklmnopqrstuvwxyz'.repeat(2), 'qwertyuiopasdfghjklzxcvbnm']
  .flatMap((row) => [row, row.split('').toReversed().join('')])
  .join('\n')

/** Characters that occur together a second time, or in a sequence, are not counted. */
const COPY = 6

/** Characters that are left. In 32 random hexadecimal digits, the chance of fewer is below 10⁻⁷. */
const MIN_LEFT = 24

/** Whether few characters are left without repetitions and sequences. */
const isPredictable = (text: string): boolean => {
  let [left, copyEnd] = [0, 0]
  for (let i = 0; i < text.length; i += 1) {
    const part = text.slice(i, i + COPY)
    if (part.length === COPY && (text.indexOf(part) < i || SEQUENCES.includes(part))) copyEnd = i + COPY
    if (i >= copyEnd) left += 1
  }
  // A text that is shorter because its symbols were removed is compared with its own length.
  return left < Math.min(MIN_LEFT, text.length * 0.75)
}

/** Why a secret is easy to guess, or `undefined`. Random base64 and random hexadecimal digits are never refused. */
export const findWeakness = (secret: string): string | undefined => {
  const text = secret.trim()
  if (text === '') return 'is blank'
  if (text.length < MIN_LENGTH) return `has fewer than ${MIN_LENGTH} characters`
  const normalized = text.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (PUBLISHED.some((sample) => normalized.includes(sample))) return 'is a sample from documentation'
  if (UNRESOLVED.test(text)) return 'contains a reference instead of a value'
  if (new Set(text).size < MIN_DIFFERENT) return `has fewer than ${MIN_DIFFERENT} different characters`
  if (isPredictable(text.toLowerCase()) || isPredictable(normalized)) return 'consists of repetitions or sequences'
  return undefined
}
