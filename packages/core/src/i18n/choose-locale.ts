/** The number of ranges to read. Browsers send fewer, and a limit bounds the work for a long header. */
const MAX_RANGES = 32
/** The length of a tag that every implementation has to support (RFC 5646 §4.4.1). Lookup takes one step per subtag. */
const MAX_RANGE_LENGTH = 35

const readRange = (text: string): { readonly range: string; readonly weight: number } => {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { range, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** The language ranges of an `Accept-Language` header, the one with the highest weight first (RFC 9110 §12.5.4). */
export const readLanguageRanges = (header: string | null): readonly string[] =>
  (header ?? '')
    .split(',', MAX_RANGES)
    .map(readRange)
    .filter(({ range, weight }) => weight > 0 && range.length <= MAX_RANGE_LENGTH)
    .filter(({ range }) => /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(range))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ range }) => range.toLowerCase())

const findTag = (range: string, offered: readonly string[]): string | undefined => {
  for (let prefix = range; ; prefix = prefix.slice(0, prefix.lastIndexOf('-'))) {
    const exact = offered.find((tag) => tag.toLowerCase() === prefix)
    if (exact !== undefined) return exact
    if (!prefix.includes('-')) return offered.find((tag) => tag.toLowerCase().startsWith(`${prefix}-`))
  }
}

/** The offered language for the first range that matches one, by lookup (RFC 4647 §3.4), also one with a region. */
export const findLocale = (ranges: readonly string[], offered: readonly string[]): string | undefined =>
  ranges.map((range) => findTag(range, offered)).find((tag) => tag !== undefined)
