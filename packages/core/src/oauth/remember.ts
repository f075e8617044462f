/** A value fetched once for all who ask, and kept for a while. */
export type Remembered<Value> = (now: () => number, load: () => Promise<Value>) => Promise<Value>

/** Keep what was loaded for so many milliseconds. Those who ask meanwhile share one load; one that fails is not kept. */
export const rememberFor = <Value>(lifetime: number): Remembered<Value> => {
  let known: { readonly value: Value; readonly since: number } | undefined
  let flight: Promise<Value> | undefined
  const keep = async (now: () => number, load: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await load()
      known = { value, since: now() }
      return value
    } finally {
      flight = undefined
    }
  }
  return async (now, load) => {
    const age = known === undefined ? undefined : now() - known.since
    // A clock that was set back makes no value live longer.
    if (known !== undefined && age !== undefined && age >= 0 && age < lifetime) return known.value
    return (flight ??= keep(now, load))
  }
}
