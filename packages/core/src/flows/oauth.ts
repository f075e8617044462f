import type { SignInMethod } from './method.ts'
import { finishOAuth } from './oauth-callback.ts'
import { startOAuth } from './oauth-start.ts'

/** OAuth 2.0 and OpenID Connect. */
export const oauthMethod: SignInMethod = { start: startOAuth, callback: finishOAuth }
