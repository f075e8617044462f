/**
 * A value or a promise of it. Callers `await` it.
 * @example const load = (id: string): Awaitable<string> => (id === 'a' ? 'known' : fetch(id).then((response) => response.text()))
 */
export type Awaitable<Value> = Value | PromiseLike<Value>

export const isPromiseLike = <Value>(value: Awaitable<Value>): value is PromiseLike<Value> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** Call `next` with the value: synchronously if it is not a promise. This keeps the session check free of promises. */
export const whenReady = <Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> => (isPromiseLike(value) ? value.then(next) : next(value))

/** All values: synchronously if none is a promise. */
export const allReady = <Value>(values: readonly Awaitable<Value>[]): Awaitable<readonly Value[]> => {
  const ready = values.filter((value): value is Value => !isPromiseLike(value))
  return ready.length === values.length ? ready : Promise.all(values)
}

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
