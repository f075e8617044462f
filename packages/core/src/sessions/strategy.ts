import type { AuthContext } from '../config/engine-types.ts'
import { databaseStrategy } from './database-strategy.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './session-types.ts'

const strategies: Readonly<Record<'jwt' | 'database', SessionStrategy>> = {
  jwt: jwtStrategy,
  database: databaseStrategy,
}

/** How this site keeps sessions. */
export const sessionsOf = (context: AuthContext): SessionStrategy => strategies[context.config.session.strategy]
