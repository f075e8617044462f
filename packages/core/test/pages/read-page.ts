/** A parsed element. */
export interface Element {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (Element | string)[]
}

interface OpenElement extends Element {
  readonly children: (Element | string)[]
}

const VOID = new Set(['hr', 'img', 'input', 'link', 'meta', 'path', 'source', 'wbr'])
const RAW = new Set(['script', 'style', 'title'])
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' }

const decode = (text: string): string => {
  const bare = text.replaceAll(/&(?:amp|lt|gt|quot|#\d+);/g, '')
  if (/[<>&"'`]/.test(bare)) throw new Error(`Not escaped: ${text}`)
  return text.replaceAll(/&([\w#]+);/g, (whole, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (ENTITIES[name] ?? whole),
  )
}

const readAttributes = (text: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>()
  let rest = text
  while (rest.trim() !== '') {
    const found = /^\s+([a-z][a-zA-Z-]*)(?:="([^"]*)")?/.exec(rest)
    if (found === null) throw new Error(`Unexpected attribute syntax: ${rest}`)
    const [whole, name = '', value = ''] = found
    if (attributes.has(name)) throw new Error(`Duplicate attribute: ${name}`)
    attributes.set(name, decode(value))
    rest = rest.slice(whole.length)
  }
  return attributes
}

const rawEnd = (page: string, from: number, tag: string): number => {
  const end = page.indexOf(`</${tag}`, from)
  if (end === -1) throw new Error(`Not closed: ${tag}`)
  return end
}

/**
 * Parses a page more strictly than a browser: attributes have to be quoted, special characters escaped, and elements closed.
 * All HTML parsers agree about a page that passes.
 */
export const readPage = (page: string): Element => {
  if (!page.startsWith('<!doctype html>')) throw new Error('No doctype')
  const root: OpenElement = { tag: '', attributes: new Map(), children: [] }
  const open = [root]
  const top = (): OpenElement => open.at(-1) ?? root
  for (let at = '<!doctype html>'.length; at < page.length;) {
    if (page[at] !== '<') {
      const end = page.indexOf('<', at)
      const until = end === -1 ? page.length : end
      top().children.push(decode(page.slice(at, until)))
      at = until
      continue
    }
    const tag = /^<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][a-zA-Z-]*(?:="[^"]*")?)*)\s*\/?>/.exec(page.slice(at))
    if (tag === null) throw new Error(`Unexpected tag syntax: ${page.slice(at, at + 80)}`)
    const [whole, closing = '', name = '', attributes = ''] = tag
    at += whole.length
    if (closing === '/') {
      if (open.pop()?.tag !== name) throw new Error(`Closed but not open: ${name}`)
      continue
    }
    const element: OpenElement = { tag: name, attributes: readAttributes(attributes), children: [] }
    top().children.push(element)
    if (RAW.has(name)) {
      const end = rawEnd(page, at, name)
      const text = page.slice(at, end)
      element.children.push(name === 'title' ? decode(text) : text)
      at = end
    }
    if (!VOID.has(name)) open.push(element)
  }
  if (open.length !== 1) throw new Error(`Left open: ${top().tag}`)
  return root
}

/** All descendants, or those with the tag, in document order. */
export const allOf = (root: Element, tag?: string): readonly Element[] =>
  root.children.flatMap((child) => {
    if (typeof child === 'string') return []
    return [...(tag === undefined || child.tag === tag ? [child] : []), ...allOf(child, tag)]
  })

/** The text content of an element. */
export const textOf = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** The tags and attribute names of a page. Text in placeholders must not change them. */
export const shapeOf = (element: Element): string =>
  allOf(element)
    .map(({ tag, attributes }) => `${tag}(${[...attributes.keys()].join(' ')})`)
    .join(' ')
