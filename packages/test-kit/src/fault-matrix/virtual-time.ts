/** A clock whose deadlines ring when somebody waits for what never comes, so that no test waits with them. */
export interface VirtualTime {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Calls back after so many milliseconds: what a `Runtime` wants. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Moves the clock on by so many milliseconds; deadlines do not count it. */
  readonly forward: (milliseconds: number) => void
  /** Lets the next deadline ring, as soon as whoever waits has set it. */
  readonly passSoon: () => void
  /** Milliseconds that were waited for since the last question. */
  readonly takeWaited: () => number
  /** How many deadlines and waits are neither over nor called off. */
  readonly open: () => number
}

interface Timer {
  readonly due: number
  readonly work: () => void
}

/** Waits shorter than this are no deadlines: they pass by themselves, much faster than life. */
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
