import type { SignInMethod } from '../method.ts'
import { finishOAuth } from './callback.ts'
import { startOAuth } from './start.ts'

/** OAuth 2.0 and OpenID Connect. */
export const oauthMethod: SignInMethod = { start: startOAuth, callback: finishOAuth }
