import { isObject } from '../../base/json.ts'

const keysOf = (object: object): readonly PropertyKey[] =>
  Reflect.ownKeys(object).filter(
    (key) => key !== '__proto__' && Object.prototype.propertyIsEnumerable.call(object, key),
  )

/** The members of an endpoint that may be written as its address alone. */
const ENDPOINTS: ReadonlySet<PropertyKey> = new Set(['authorization', 'token', 'userinfo'])

/** Parameters given for an endpoint that the entry wrote as an address keep the address. */
const asBase = (key: PropertyKey, value: unknown): unknown =>
  ENDPOINTS.has(key) && typeof value === 'string' ? { url: value } : value

const mergeMember = (key: PropertyKey, under: unknown, over: unknown): unknown => {
  if (!isObject(over)) return over
  const base = asBase(key, under)
  return mergeOptions(isObject(base) ? base : {}, over)
}

/**
 * What the user passed, laid over an entry. Plain objects are merged; arrays, functions and class instances such as a
 * `CryptoKey` replace what was there; `undefined` changes nothing. Neither side is written on, and symbol keys count.
 */
export const mergeOptions = <Entry extends object>(entry: Entry, options: object): Entry => {
  // Without a prototype, so that nothing is found in it that nobody wrote.
  const merged = Object.create(null) as Record<PropertyKey, unknown>
  for (const key of keysOf(entry)) merged[key] = Reflect.get(entry, key)
  for (const key of keysOf(options)) {
    const over: unknown = Reflect.get(options, key)
    if (over !== undefined) merged[key] = mergeMember(key, merged[key], over)
  }
  // Nothing is taken away, and what is replaced has the type of the options.
  return merged as Entry
}
