/**
 * A value per object.
 * @example const names: ObjectValues<string> = makeObjectValues()
 */
export interface ObjectValues<Value> {
  /**
   * Returns the value of an object.
   * @example
   * const names = makeObjectValues<string>()
   * names.get(request) // undefined
   */
  readonly get: (object: object) => Value | undefined
  /**
   * Sets the value of an object.
   * @example
   * const names = makeObjectValues<string>()
   * names.set(request, 'ada')
   */
  readonly set: (object: object, value: Value) => void
}

/**
 * Keeps a value at each object, such as a request, as a hidden member with a symbol of its own. A WeakMap is for objects that live long: V8
 * keeps its keys and values until the next full garbage collection, and every collection of young objects copies them. With many
 * requests, that takes longer than reading the session. It is used here for objects that take no members, such as frozen ones.
 *
 * @example
 * const sessions = makeObjectValues<Session>()
 * if (session !== null) sessions.set(request, session)
 */
export const makeObjectValues = <Value>(): ObjectValues<Value> => {
  const key = Symbol('authwright')
  const ofFixedObjects = new WeakMap<object, Value>()
  return {
    get: (object) =>
      Object.hasOwn(object, key) ? (object as Record<symbol, Value | undefined>)[key] : ofFixedObjects.get(object),
    set: (object, value) => {
      if (!Reflect.defineProperty(object, key, { value, writable: true, configurable: true }))
        ofFixedObjects.set(object, value)
    },
  }
}
