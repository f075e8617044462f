import { isObject } from '../../base/json.ts'

const keysOf = (object: object): readonly PropertyKey[] =>
  Reflect.ownKeys(object).filter(
    (key) => key !== '__proto__' && Object.prototype.propertyIsEnumerable.call(object, key),
  )

/** The endpoints, which may be an address only. */
const ENDPOINTS: ReadonlySet<PropertyKey> = new Set(['authorization', 'token', 'userinfo'])

/** If the entry has only an address for an endpoint, options for the endpoint keep that address. */
const toBase = (key: PropertyKey, value: unknown): unknown =>
  ENDPOINTS.has(key) && typeof value === 'string' ? { url: value } : value

const mergeMember = (key: PropertyKey, entryValue: unknown, option: unknown): unknown => {
  if (!isObject(option)) return option
  const base = toBase(key, entryValue)
  return mergeOptions(isObject(base) ? base : {}, option)
}

/**
 * Merge the options of the application into a provider entry. Plain objects are merged. Arrays, functions and class
 * instances such as a `CryptoKey` replace the entry's value. `undefined` changes nothing. Symbol keys count. Neither
 * argument is changed.
 */
export const mergeOptions = <Entry extends object>(entry: Entry, options: object): Entry => {
  // Without a prototype, so that inherited members are never read as options.
  const merged = Object.create(null) as Record<PropertyKey, unknown>
  for (const key of keysOf(entry)) merged[key] = Reflect.get(entry, key)
  for (const key of keysOf(options)) {
    const option: unknown = Reflect.get(options, key)
    if (option !== undefined) merged[key] = mergeMember(key, merged[key], option)
  }
  // No member was removed, and the types of the options match those of the entry.
  return merged as Entry
}
