/** A value now or later. Callers `await` it. */
export type Awaitable<Value> = Value | PromiseLike<Value>

/** Whether a value is not there yet. */
export const isPromiseLike = <Value>(value: Awaitable<Value>): value is PromiseLike<Value> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** Go on with a value as soon as it is there: at once when it is there already, so that nothing waits for a promise. */
export const whenReady = <Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> => (isPromiseLike(value) ? value.then(next) : next(value))

/** All values, as soon as the last one is there. */
export const allReady = <Value>(values: readonly Awaitable<Value>[]): Awaitable<readonly Value[]> => {
  const ready = values.filter((value): value is Value => !isPromiseLike(value))
  return ready.length === values.length ? ready : Promise.all(values)
}
