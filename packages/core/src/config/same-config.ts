import { isObject } from '../base/json.ts'

/** Levels of a config that are copied: the options of a provider, and their members. */
const DEPTH = 5

/** A copy of the plain arrays and objects of a config, so that a later change of one of them is noticed. */
export const copyPlain = (value: unknown, depth = DEPTH): unknown => {
  if (depth === 0) return value
  if (Array.isArray(value)) return value.map((item) => copyPlain(item, depth - 1))
  if (!isObject(value)) return value
  return Object.fromEntries(Reflect.ownKeys(value).map((key) => [key, copyPlain(Reflect.get(value, key), depth - 1)]))
}

/** The members of a config with functions that a config for each request makes anew, for example as closures. */
const REMADE: ReadonlySet<unknown> = new Set(['adapter', 'callbacks', 'events', 'providers'])

/** Whether a value has the content of a copy. With `isRemade`, of a function only its presence counts. */
const isCopyOf = (copy: unknown, value: unknown, isRemade: boolean, depth = DEPTH): boolean => {
  if (Object.is(copy, value)) return true
  if (typeof copy === 'function') return isRemade && typeof value === 'function'
  // What is not copied, is compared by identity. It may be cyclic.
  if (depth === 0) return false
  // In a list, such as that of the providers, another function is another member.
  if (Array.isArray(copy) && Array.isArray(value) && copy.length === value.length)
    return copy.every((item, i) => isCopyOf(item, value[i], isRemade && typeof item !== 'function', depth - 1))
  if (!isObject(copy) || !isObject(value)) return false
  const keys = Reflect.ownKeys(copy)
  const isSame = (key: string | symbol): boolean =>
    Object.hasOwn(value, key) &&
    isCopyOf(
      Reflect.get(copy, key),
      Reflect.get(value, key),
      isRemade || (depth === DEPTH && REMADE.has(key)),
      depth - 1,
    )
  return keys.length === Reflect.ownKeys(value).length && keys.every(isSame)
}

/**
 * Whether a config has the content of a copy, apart from functions of the adapter, the callbacks, the events and the
 * providers. Then the same options are valid, and the same warnings apply. An instance of a class is compared by identity.
 */
export const isSameConfig = (copy: unknown, config: object): boolean => isCopyOf(copy, config, false)
