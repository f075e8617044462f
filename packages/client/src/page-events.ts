export const isBrowser = (): boolean => typeof document !== 'undefined'

/** Whether the page may be an old copy of the HTTP cache. A page of the back/forward cache does not start again. */
export const isOldPage = (): boolean =>
  performance.getEntriesByType?.('navigation').some((entry) => 'type' in entry && entry.type === 'back_forward')

/** Listen for the tab becoming visible, the browser going online, and the page returning from the back/forward cache. */
export const onPageReturn = (listener: (event: 'visible' | 'online' | 'restored') => void): (() => void) => {
  const controller = new AbortController()
  const { signal } = controller
  document.addEventListener('visibilitychange', () => document.hidden || listener('visible'), { signal })
  addEventListener('online', () => listener('online'), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && listener('restored'), { signal })
  return () => controller.abort()
}

/** The longest delay of `setTimeout`. A longer one ends at once. */
const LONGEST_DELAY = 2 ** 31 - 1

/** A timer that waits any time, also forever, and while the browser is offline. */
export const makeTimer = (act: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = (): void => clearTimeout(timer)
  /** Replaces the delay. */
  const set = (milliseconds: number): void => {
    clear()
    if (milliseconds === Infinity) return
    const end = (): void => {
      if (milliseconds > LONGEST_DELAY) set(milliseconds - LONGEST_DELAY)
      else if (navigator.onLine === false) set(milliseconds)
      else act()
    }
    timer = setTimeout(end, Math.min(milliseconds, LONGEST_DELAY))
  }
  return { set, clear }
}
