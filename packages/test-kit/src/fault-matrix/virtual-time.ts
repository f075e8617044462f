/** A clock whose deadlines pass as soon as code waits for them, so that no test waits. */
export interface VirtualTime {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Calls back after so many milliseconds, as `Runtime` needs it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Moves the clock by so many milliseconds. Deadlines do not count this time. */
  readonly forward: (milliseconds: number) => void
  /** Lets the next deadline pass after the waiting code has set it. */
  readonly passSoon: () => void
  /** Milliseconds waited since the last call. */
  readonly takeWaited: () => number
  /** The number of open deadlines. */
  readonly open: () => number
}

interface Timer {
  readonly due: number
  readonly work: () => void
}

/** Shorter waits are not deadlines. They pass by themselves, faster than real time. */
const SHORT = 1000
const HASTE = 50

/** A clock that starts now. */
export const makeVirtualTime = (): VirtualTime => {
  const timers = new Set<Timer>()
  let instant = Date.now()
  let waited = 0
  let request = 0
  const ring = (timer: Timer): void => {
    if (!timers.delete(timer)) return
    waited = Math.max(waited, timer.due)
    timer.work()
  }
  const pass = (): void => {
    const next = Math.min(...[...timers].map(({ due }) => due))
    for (const timer of [...timers]) if (timer.due === next) ring(timer)
  }
  return {
    now: () => instant,
    after: (milliseconds, work) => {
      const timer = { due: waited + milliseconds, work }
      timers.add(timer)
      if (milliseconds < SHORT) setTimeout(() => ring(timer), milliseconds / HASTE)
      return () => void timers.delete(timer)
    },
    forward: (milliseconds) => void (instant += milliseconds),
    passSoon: () => void setImmediate(pass),
    takeWaited: () => {
      const passed = waited - request
      request = waited
      return passed
    },
    open: () => timers.size,
  }
}
