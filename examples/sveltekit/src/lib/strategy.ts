/** A session strategy. */
export type Strategy = 'database' | 'jwt'

/** The cookie with the choice of the browser. */
export const STRATEGY_COOKIE = 'demo-strategy'

/** The chosen strategy. Unknown values are the default. */
export const readStrategy = (chosen: unknown): Strategy => (chosen === 'jwt' ? 'jwt' : 'database')
