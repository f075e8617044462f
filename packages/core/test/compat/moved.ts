import { fromAuthJs, type FromAuthJsOptions } from '../../src/compat/index.ts'
import type { AuthConfig } from '../../src/index.ts'
import { makeClock, setUpAuth, SECRET, type Clock, type AuthSetup } from '@authwright/test-kit/auth-setup'

export const OWN = '__Host-authwright.session-token'
export const DAY = 86_400

/** The time at which the clocks of these tests start. */
export const today = Date.now()

export const inDays = (days: number): Date => new Date(today + days * DAY * 1000)

export interface Moved extends AuthSetup {
  readonly time: Clock
}

/** A site after the move from Auth.js, with the system clock. */
export const move = (config: Partial<AuthConfig> = {}, options: Partial<FromAuthJsOptions> = {}): Moved => {
  const time = makeClock(new Date(today).toISOString())
  const written = fromAuthJs({ providers: [], secret: SECRET, ...config }, { until: inDays(365), ...options })
  return { ...setUpAuth(written, { now: time.now }), time }
}
