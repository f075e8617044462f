import { createAuth, setEnvDefaults } from '@authwright/core'
import { config } from './auth.config.ts'

setEnvDefaults(process.env, config)
const auth = createAuth(config)

/** Signs a user out everywhere. */
export const signOutEverywhere = (userId: string): Promise<void> => auth.revokeSessions(userId)
