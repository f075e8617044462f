import type { AuthContext } from '../config/engine-types.ts'
import { databaseStrategy } from './database-strategy.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './session-view.ts'

/** The session strategy of the config. */
export const sessionsOf = ({ config }: AuthContext): SessionStrategy =>
  config.session.strategy === 'jwt' ? jwtStrategy : databaseStrategy
