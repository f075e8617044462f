const NUMBER = /^\d{1,10}(?:\.\d+)?$/

/** Seconds, as a number or as its text; some three centuries at most. `undefined` when it is no such thing. */
export const readLifetime = (written: unknown): number | undefined => {
  const seconds = typeof written === 'string' && NUMBER.test(written) ? Number(written) : written
  return typeof seconds === 'number' && seconds >= 0 && seconds < 1e10 ? seconds : undefined
}
