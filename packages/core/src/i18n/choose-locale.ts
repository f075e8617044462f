/** No browser sends more; reading on would only cost time. */
const MOST_RANGES = 32
/** Characters of a tag that everybody has to be able to store (RFC 5646 §4.4.1). Shortening a longer one takes ever longer. */
const LONGEST_RANGE = 35

interface Weighted {
  readonly range: string
  readonly weight: number
}

const readRange = (text: string): Weighted => {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { range, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** The language ranges of an `Accept-Language` header, the most wanted first (RFC 9110 §12.5.4). */
export const readLanguageRanges = (header: string | null): readonly string[] =>
  (header ?? '')
    .split(',', MOST_RANGES)
    .map(readRange)
    .filter(({ range, weight }) => weight > 0 && range.length <= LONGEST_RANGE)
    .filter(({ range }) => /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(range))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ range }) => range.toLowerCase())

const lookUp = (range: string, offered: readonly string[]): string | undefined => {
  for (let at = range; ; at = at.slice(0, at.lastIndexOf('-'))) {
    const exact = offered.find((tag) => tag.toLowerCase() === at)
    if (exact !== undefined) return exact
    if (!at.includes('-')) return offered.find((tag) => tag.toLowerCase().startsWith(`${at}-`))
  }
}

/**
 * The language to speak: the first range of the list that one of the offered languages meets, by lookup (RFC 4647 §3.4). A
 * range without a region is also met by a language that has one. Nothing when none is met.
 */
export const findLocale = (ranges: readonly string[], offered: readonly string[]): string | undefined => {
  for (const range of ranges) {
    const found = lookUp(range, offered)
    if (found !== undefined) return found
  }
  return undefined
}
