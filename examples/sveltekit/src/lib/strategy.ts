/** Where a session can live. */
export type Strategy = 'database' | 'jwt'

/** The cookie by which a browser chooses. */
export const STRATEGY_COOKIE = 'demo-strategy'

/** The chosen strategy; anything unknown is the default. */
export const readStrategy = (chosen: unknown): Strategy => (chosen === 'jwt' ? 'jwt' : 'database')
