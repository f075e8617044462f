/** A provider entry as an object whose members can be removed. */
export type Entry = Readonly<Record<PropertyKey, unknown>>

/** An entry without one of its parts. */
export interface Variant {
  /** The removed part, such as `token.conform`. */
  readonly without: string
  readonly entry: Entry
}

const isPlain = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const dropped = (object: Entry, key: string): Entry => {
  const { [key]: _gone, ...rest } = object
  return rest
}

/** Members that do not change a sign-in: the identity of the entry, its button, the passed options. */
const APART = new Set(['id', 'name', 'type', 'style', 'icon', 'options'])
/** Members whose own members are removed one by one. */
const NESTED = new Set(['authorization', 'token', 'userinfo', 'client', 'params', 'headers', 'issuerClaims'])

const variantsOf = (object: Entry, path: string): readonly Variant[] =>
  Object.keys(object)
    .filter((key) => path !== '' || !APART.has(key))
    .filter((key) => object[key] !== undefined)
    .flatMap((key) => {
      const member = object[key]
      const here = { without: `${path}${key}`, entry: dropped(object, key) }
      if (!NESTED.has(key) || !isPlain(member)) return [here]
      const inner = variantsOf(member, `${path}${key}.`)
      return inner.map(({ without, entry }) => ({ without, entry: { ...object, [key]: entry } }))
    })

const withoutQuery = (object: Entry, key: 'authorization' | 'token' | 'userinfo'): readonly Variant[] => {
  const member = object[key]
  const text = isPlain(member) ? member['url'] : member
  if (typeof text !== 'string' || !text.includes('?')) return []
  const [address = '', query = ''] = text.split('?')
  return query.split('&').map((pair) => {
    const rest = query.split('&').filter((other) => other !== pair)
    const url = rest.length === 0 ? address : `${address}?${rest.join('&')}`
    return { without: `${key}.url?${pair}`, entry: { ...object, [key]: isPlain(member) ? { ...member, url } : url } }
  })
}

/** The entry without each of its parts in turn: members, parameters, headers, and queries of its addresses. */
export const withoutEachPart = (entry: Entry): readonly Variant[] => [
  ...variantsOf(entry, ''),
  ...withoutQuery(entry, 'authorization'),
  ...withoutQuery(entry, 'token'),
  ...withoutQuery(entry, 'userinfo'),
]
