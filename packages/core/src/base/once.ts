/** Memoize a function of an object. The value lives as long as the object. */
export const oncePer = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const values = new WeakMap<Key, Value>()
  return (key) => {
    const cached = values.get(key)
    if (cached !== undefined) return cached
    const value = make(key)
    values.set(key, value)
    return value
  }
}

/** Memoize a function without parameters. */
export const once = <Value>(make: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined
  return () => (cached ??= { value: make() }).value
}
