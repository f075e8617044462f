const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The text of HTML source with its character references replaced. */
export const decoded = (source: string): string =>
  source.replaceAll(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, (whole, reference: string) => {
    if (!reference.startsWith('#')) return names[reference.toLowerCase()] ?? whole
    const hex = /^#x/i.test(reference)
    return String.fromCodePoint(Number.parseInt(reference.slice(hex ? 2 : 1), hex ? 16 : 10))
  })

/** An element found in a page: its attributes (names in lower case) and the source between its tags. */
export interface Element {
  readonly attributes: ReadonlyMap<string, string>
  readonly inner: string
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

const attributesOf = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decoded(double ?? single ?? bare ?? ''),
    ]),
  )

const ATTRIBUTES = String.raw`((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?)*)\s*/?`

/** The elements of a name in a page, in order. `inner` is empty for those without an end tag. */
export const elements = (page: string, name: string): readonly Element[] => {
  const opening = new RegExp(`<${name}${ATTRIBUTES}>`, 'gi')
  return [...page.matchAll(opening)].map((match) => {
    const rest = page.slice(match.index + match[0].length)
    const end = rest.search(new RegExp(`</${name}\\s*>`, 'i'))
    return { attributes: attributesOf(match[1] ?? ''), inner: end === -1 ? '' : rest.slice(0, end) }
  })
}

/** The visible text of HTML source. */
export const readable = (source: string): string =>
  decoded(source.replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
