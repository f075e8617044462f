import type { MethodSteps } from '../../config/engine-types.ts'
import { finishOAuth } from './oauth-callback.ts'
import { startOAuth } from './start-oauth.ts'

/** OAuth 2.0 and OpenID Connect. */
export const oauthSteps: MethodSteps = { start: startOAuth, callback: finishOAuth }
