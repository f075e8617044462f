/**
 * A clock that moves only with `forward`.
 * @example const waitAnHour = (clock: FixedClock) => clock.forward(60 * 60)
 */
export interface FixedClock {
  /**
   * Milliseconds since the epoch, as `Runtime` needs it.
   * @example
   * const { now } = fixedClock('2030-01-01T12:00:00Z')
   * const runtime = { ...defaultRuntime, now }
   */
  readonly now: () => number
  /**
   * Moves the clock by so many seconds; a negative number moves it back.
   * @example
   * const clock = fixedClock('2030-01-01T12:00:00Z')
   * clock.forward(60 * 60)
   */
  readonly forward: (seconds: number) => void
}

/**
 * A clock for tests. Throws a `RangeError` when the text is not an ISO 8601 instant.
 *
 * @example
 * const clock = fixedClock('2030-01-01T12:00:00Z')
 * clock.forward(60)
 * new Date(clock.now()).toISOString() // 2030-01-01T12:01:00.000Z
 */
export const fixedClock = (iso: string): FixedClock => {
  let at = Date.parse(iso)
  if (Number.isNaN(at)) throw new RangeError(`${iso} is not an ISO 8601 instant`)
  return {
    now: () => at,
    forward: (seconds) => {
      at += seconds * 1000
    },
  }
}
