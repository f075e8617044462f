import { causeOf, AuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import type { LoggerInstance } from '../../types/config-options.ts'
import {
  checkAttempt,
  checkAuthorizationResponse,
  type AuthorizationChecks,
  type Grant,
} from './authorization-response.ts'
import { findServerMetadata } from './discovery.ts'
import { checkRegistration } from './client-registration.ts'
import { readIdToken } from './id-token.ts'
import { excerpt } from './provider-http.ts'
import { readIdentity, type OAuthIdentity } from './oauth-identity.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { isFirstTime } from './shared-cache.ts'
import { fetchTokens } from './token-endpoint.ts'
import { fetchUserinfo } from './userinfo.ts'

const fetchProfile = async (grant: Grant, tokens: TokenSet, runtime: Runtime): Promise<Profile> => {
  const { provider } = grant
  // An ID token from a plain OAuth provider is stored with the tokens, but its claims are not used.
  const claims = provider.type === 'oidc' ? await readIdToken(grant, tokens, runtime) : undefined
  if (claims !== undefined && !provider.usesUserinfo) return claims
  return fetchUserinfo(grant, tokens, claims?.sub, runtime)
}

/** If a provider sends an issuer that cannot be checked, tell the developer once to configure it. */
const warnOfUncheckedIssuer = ({ provider, server, response }: Grant, runtime: Runtime, log: LoggerInstance): void => {
  const issuer = excerpt(response.get('iss'))
  if (server.issuer !== undefined || issuer === undefined) return
  if (!isFirstTime(runtime, `issuer-unknown ${provider.id}`)) return
  const problem = `provider "${provider.id}" sends the issuer "${issuer}"; set the option issuer to have it checked`
  log.warn('issuer-unknown', problem)
}

/**
 * Validate the authorization response and find out who the user is. Throws `InvalidCheck` if the response does not
 * belong to the attempt, `OAuthCallbackError` if the provider refused or its tokens are not valid, `CallbackRouteError`
 * if it could not be reached, and `OAuthProfileParseError` if the profile has no account id.
 */
export const finishAuthorization = async (
  provider: ResolvedOAuthProvider,
  checks: AuthorizationChecks,
  response: URLSearchParams,
  runtime: Runtime,
  log: LoggerInstance,
): Promise<OAuthIdentity> => {
  try {
    // Before any outbound request, also for the discovery document: a forged response must not cause one.
    checkAttempt(provider, checks, response)
    await checkRegistration(provider, checks.registration, runtime)
    const grant: Grant = { provider, server: await findServerMetadata(provider, runtime), checks, response }
    checkAuthorizationResponse(grant)
    warnOfUncheckedIssuer(grant, runtime, log)
    const tokens = await fetchTokens(grant, runtime)
    const profile = await fetchProfile(grant, tokens, runtime)
    const added = provider.authorization.response?.(new URLSearchParams(response))
    const identity = await readIdentity(provider, { ...added, ...profile }, tokens)
    log.debug('oauth-identity', { provider: provider.id, emailVerified: identity.emailVerified })
    return identity
  } catch (error) {
    if (error instanceof AuthError) throw error
    // A hook of the application threw.
    throw new CallbackRouteError(`The sign-in at provider "${provider.id}" failed`, {
      provider: provider.id,
      ...causeOf(error),
    })
  }
}
