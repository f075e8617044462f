import { applyEnvironment } from './config/environment.ts'
import { fromRequest, handle } from './http/handle.ts'
import { toInternal, toResponse } from './http/respond.ts'
import { methods } from './routes/methods.ts'
import { defaultRuntime } from './runtime/platform.ts'
import type { AuthConfig, ResponseInternal } from './types/index.ts'
import { raw } from './types/symbols.ts'

/**
 * Handle a request for a route below the base path. With `raw` in the config, for framework authors, the response is
 * plain data and errors are thrown.
 * @example
 * const response = await Auth(new Request('https://app.example.com/auth/session'), {
 *   providers: [],
 *   secret: process.env.AUTH_SECRET,
 *   trustHost: true,
 * })
 */
export function Auth(request: Request, config: AuthConfig & { raw: typeof raw }): Promise<ResponseInternal>
export function Auth(request: Request, config: Omit<AuthConfig, 'raw'>): Promise<Response>
export async function Auth(request: Request, config: AuthConfig): Promise<Response | ResponseInternal> {
  const isRaw = config.raw === raw
  const response = await handle(fromRequest(request), config, defaultRuntime, isRaw)
  return isRaw ? toInternal(response) : toResponse(response)
}

/**
 * Fill options that the config does not set from environment variables. A second call changes nothing.
 *
 * - `AUTH_SECRET` and `AUTH_SECRET_1` to `_3`, the highest number first; else `NEXTAUTH_SECRET`
 * - `AUTH_URL`: the origin, and the base path unless one is set; else `NEXTAUTH_URL`
 * - `AUTH_TRUST_HOST`, `AUTH_REDIRECT_PROXY_URL`, `AUTH_ACCOUNT_TOKENS_SECRET` and its numbered forms
 * - `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER` and `_KEY` for each provider
 * @param envObject `process.env`, or the object that the platform has instead
 * @param suppressBasePathWarning for frameworks that always set a base path
 * @example
 * const config: AuthConfig = { providers: [GitHub] }
 * setEnvDefaults(process.env, config)
 */
export const setEnvDefaults = (envObject: unknown, config: AuthConfig, suppressBasePathWarning = false): void =>
  applyEnvironment(methods, envObject, config, suppressBasePathWarning)

export { createAuth } from './auth.ts'
export type { AuthInstance, DueDeletions, SessionResult, SignInOptions, SignInPage } from './types/auth-instance.ts'
export { createActionURL } from './config/action-url.ts'
export { isAuthAction } from './types/http.ts'
export { defaultRuntime } from './runtime/platform.ts'
export type { Runtime } from './runtime/engine.ts'
export { customFetch, raw, skipCSRFCheck } from './types/symbols.ts'
export { serializeCookie } from './web/cookies.ts'
export { RELATED_ORIGINS_PATH, relatedOrigins } from './protocols/webauthn/relying-party.ts'
// `declare module '@authwright/core/jwt' {}` counts only in a program with that entry point; this one has all.
export type {} from './adapters.ts'
export type {} from './jwt.ts'
export type {} from './providers/index.ts'
export type * from './types.ts'
