import { toBase64url } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import { causeOf } from '../../errors/cause-of.ts'
import { AuthError } from '../../errors/auth-error.ts'
import { authError, CallbackRouteError, OAuthCallbackError } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { LoggerInstance } from '../../types/config-options.ts'
import { narrowAcr } from './assurance.ts'
import { isFirstTime } from './document-cache.ts'
import { buildAuthorizationParameters, readMaxAge } from './authorization-parameters.ts'
import type { Protections } from './authorization-parameters.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { pushAuthorization } from './pushed-authorization.ts'
import { registrationOf } from './client-registration.ts'
import { findServer, needAddress } from './authorization-server.ts'

/** What the flow knows of an attempt that begins. */
export interface StartInput {
  readonly redirectUri: string
  readonly state: string
  /** From the sign-in request. Reserved ones are ignored. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Where to send the person, and what the answer will be judged by. */
export interface StartedAuthorization {
  readonly url: URL
  /** As which client at which server. */
  readonly registration: string
  readonly nonce?: string
  readonly codeVerifier?: string
  readonly issuer?: string
  /** Seconds since the person proved who they are to the provider, at most. */
  readonly maxAge?: number
  /** Authentication context classes that the sign-in request asked for. */
  readonly acr?: readonly string[]
}

const DANGER = {
  pkce: 'without PKCE a stolen code can be used in another browser (RFC 9700 §4.5)',
  nonce: 'without a nonce an ID token of another sign-in passes for this one (OpenID Connect Core §15.5.2)',
} as const

const warnOfRemovedChecks = (provider: ResolvedOAuthProvider, runtime: Runtime, log: LoggerInstance): void => {
  for (const check of provider.removed) {
    if (!isFirstTime(runtime, `check-removed ${provider.id} ${check}`)) continue
    log.warn('check-removed', `checks of provider "${provider.id}" leave out ${check}: ${DANGER[check]}`)
  }
}

const makeProtections = async (provider: ResolvedOAuthProvider, runtime: Runtime) => {
  // 256 bits each (RFC 7636 §7.1); 32 bytes make a verifier of 43 characters, the shortest allowed.
  const chance = (): string => toBase64url(runtime.random(32))
  const codeVerifier = provider.checks.pkce ? chance() : undefined
  const nonce = provider.checks.nonce ? chance() : undefined
  const challenge = codeVerifier === undefined ? undefined : await runtime.crypto.sha256(codeVerifier)
  return { nonce, codeVerifier, challenge }
}

const begin = async (
  provider: ResolvedOAuthProvider,
  input: StartInput,
  runtime: Runtime,
): Promise<StartedAuthorization> => {
  const server = await findServer(provider, runtime)
  const endpoint = needAddress(provider, 'authorization', server.authorization)
  const { nonce, codeVerifier, challenge } = await makeProtections(provider, runtime)
  const protections: Protections = { redirectUri: input.redirectUri, state: input.state, nonce, challenge }
  const parameters = await buildAuthorizationParameters(provider, endpoint, input.parameters, protections)
  // Plain OAuth answers with nothing that this could be checked against.
  const maxAge = provider.type === 'oidc' ? readMaxAge(parameters.get('max_age')) : undefined
  const acr = narrowAcr(provider.assurance, input.parameters['acr_values'])
  const isPushed = server.insistsOnPush || (provider.pushes ?? server.pushed !== undefined)
  const sent = isPushed ? await pushAuthorization(provider, server, parameters, runtime) : parameters
  const url = new URL(endpoint)
  url.search = sent.toString()
  const registration = await registrationOf(provider, runtime)
  return { url, registration, ...defined({ nonce, codeVerifier, issuer: server.issuer, maxAge, acr }) }
}

/** What is the provider's fault becomes an error that sends the person back to the sign-in page. */
export const asSignInError = (provider: ResolvedOAuthProvider, error: unknown): unknown => {
  if (error instanceof CallbackRouteError || error instanceof OAuthCallbackError) {
    return authError(
      'OAuthSignInError',
      `The sign-in at provider "${provider.id}" could not be started`,
      error.cause ?? {},
    )
  }
  if (error instanceof AuthError) return error
  return authError('OAuthSignInError', `The sign-in at provider "${provider.id}" could not be started`, {
    provider: provider.id,
    ...causeOf(error),
  })
}

/**
 * Build the authorization request (RFC 6749 §4.1.1; OpenID Connect Core §3.1.2.1). Throws `OAuthSignInError` when the
 * provider cannot be reached, `InvalidConfig` or `InvalidEndpoints` when it cannot be asked as configured.
 */
export const startAuthorization = async (
  provider: ResolvedOAuthProvider,
  input: StartInput,
  runtime: Runtime,
  log: LoggerInstance,
): Promise<StartedAuthorization> => {
  warnOfRemovedChecks(provider, runtime, log)
  try {
    return await begin(provider, input, runtime)
  } catch (error) {
    throw asSignInError(provider, error)
  }
}
