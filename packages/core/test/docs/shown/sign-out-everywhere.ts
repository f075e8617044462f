import { createAuth } from '@authwright/core'
import { config } from './config.ts'

const auth = createAuth(config)

/** Signs a user out everywhere. */
export const signOutEverywhere = (userId: string): Promise<void> => auth.revokeSessions(userId)
