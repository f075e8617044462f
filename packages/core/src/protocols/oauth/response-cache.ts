/** Where a value comes from. */
export interface Source<Value> {
  readonly now: () => number
  readonly load: () => Promise<Value>
}

/**
 * A value fetched once for all who ask. Each of them judges it for itself, by a function that throws for what is of no use:
 * one that is wrong for somebody may be right for the next.
 */
export type Remembered<Value> = <Judged>(source: Source<Value>, judge: (value: Value) => Judged) => Promise<Judged>

interface Loaded<Value> {
  readonly value: Value
  readonly since: number
}

/**
 * Keep what was loaded, and found good by somebody, for so many milliseconds. Those who ask meanwhile share one load; one
 * that fails is not kept.
 */
export const rememberFor = <Value>(lifetime: number): Remembered<Value> => {
  let known: Loaded<Value> | undefined
  let flight: Promise<Loaded<Value>> | undefined

  const begin = async ({ now, load }: Source<Value>): Promise<Loaded<Value>> => {
    try {
      return { value: await load(), since: now() }
    } finally {
      flight = undefined
    }
  }

  const findFresh = (now: number): Loaded<Value> | undefined => {
    // A clock that was set back makes no value live longer.
    const age = known === undefined ? -1 : now - known.since
    return age >= 0 && age < lifetime ? known : undefined
  }

  return async (source, judge) => {
    const loaded = findFresh(source.now()) ?? (await (flight ??= begin(source)))
    const judged = judge(loaded.value)
    known = loaded
    return judged
  }
}
