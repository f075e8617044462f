/** A value per request. */
export interface RequestValues<Value> {
  /** Returns the value of a request. */
  readonly get: (request: object) => Value | undefined
  /** Sets the value of a request. */
  readonly set: (request: object, value: Value) => void
}

/**
 * Keeps a value at the request itself, as a member with a symbol of its own. The values of a WeakMap live until the next full garbage
 * collection of V8, also those of finished requests, and every collection of young objects copies them: with many requests, that
 * took longer than reading the session.
 *
 * @example
 * const sessions = makeRequestValues<Session>()
 * if (session !== null) sessions.set(request, session)
 */
export const makeRequestValues = <Value>(): RequestValues<Value> => {
  const key = Symbol('authwright')
  return {
    get: (request) => (request as Record<symbol, Value | undefined>)[key],
    set: (request, value) => {
      const record = request as Record<symbol, Value>
      record[key] = value
    },
  }
}
