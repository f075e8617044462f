import type { Site } from '../config/site.ts'
import { databaseStrategy } from './database-strategy.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './types.ts'

const strategies: Readonly<Record<'jwt' | 'database', SessionStrategy>> = {
  jwt: jwtStrategy,
  database: databaseStrategy,
}

/** How this site keeps sessions. */
export const sessionsOf = (site: Site): SessionStrategy => strategies[site.config.session.strategy]
