import type { SignInMethod } from '../../sign-in/method.ts'
import { finishOAuth } from './oauth-callback.ts'
import { startOAuth } from './start-oauth.ts'

/** OAuth 2.0 and OpenID Connect. */
export const oauthMethod: SignInMethod = { start: startOAuth, callback: finishOAuth }
