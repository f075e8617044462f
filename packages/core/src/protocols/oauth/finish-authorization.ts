import { causeOf } from '../../errors/cause-of.ts'
import { AuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import type { LoggerInstance } from '../../types/config-options.ts'
import { checkAttempt, readAuthorizationResponse, uncheckedIssuer } from './authorization-response.ts'
import type { AuthorizationChecks } from './authorization-response.ts'
import { readIdToken } from './id-token.ts'
import { readIdentity } from './oauth-identity.ts'
import type { OAuthIdentity } from './oauth-identity.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { isFirstTime } from './document-cache.ts'
import { checkRegistration } from './client-registration.ts'
import { findServer } from './authorization-server.ts'
import { fetchTokens } from './token-endpoint.ts'
import type { Grant } from './token-endpoint.ts'
import { fetchUserinfo } from './userinfo.ts'

const fetchProfile = async (grant: Grant, tokens: TokenSet, runtime: Runtime): Promise<Profile> => {
  const { provider } = grant
  // An ID token that comes unasked with plain OAuth is kept with the tokens; nobody believes its claims.
  const claims = provider.type === 'oidc' ? await readIdToken(grant, tokens, runtime) : undefined
  if (claims !== undefined && !provider.asksUserinfo) return claims
  return fetchUserinfo(grant, tokens, claims?.sub, runtime)
}

/** A provider that has begun to name itself can be held to it, once the owner says who it is. */
const tellOfIssuer = (
  provider: ResolvedOAuthProvider,
  found: string | undefined,
  runtime: Runtime,
  log: LoggerInstance,
) => {
  if (found === undefined || !isFirstTime(runtime, `issuer-unknown ${provider.id}`)) return
  log.warn(
    'issuer-unknown',
    `provider "${provider.id}" says that it is "${found}"; set its issuer to have that checked`,
  )
}

const finish = async (
  provider: ResolvedOAuthProvider,
  checks: AuthorizationChecks,
  response: URLSearchParams,
  runtime: Runtime,
  log: LoggerInstance,
): Promise<OAuthIdentity> => {
  // Before anything is asked of anybody, even of a discovery document: somebody else's answer costs nothing.
  checkAttempt(provider, checks, response)
  await checkRegistration(provider, checks.registration, runtime)
  const server = await findServer(provider, runtime)
  const judged = readAuthorizationResponse(provider, server, checks, response)
  tellOfIssuer(provider, uncheckedIssuer(server, response), runtime, log)
  const grant: Grant = { provider, server, checks, answer: judged }
  const tokens = await fetchTokens(grant, runtime)
  const profile = await fetchProfile(grant, tokens, runtime)
  return readIdentity(provider, { ...provider.authorization.response?.(judged), ...profile }, tokens)
}

/**
 * Judge the provider's answer and find out who it is. Throws `InvalidCheck` when the answer does not belong to the
 * attempt, `OAuthCallbackError` when the provider refused or sent something that is no proof, `CallbackRouteError` when
 * it could not be reached, and `OAuthProfileParseError` when the profile names no account.
 */
export const finishAuthorization = async (
  provider: ResolvedOAuthProvider,
  checks: AuthorizationChecks,
  response: URLSearchParams,
  runtime: Runtime,
  log: LoggerInstance,
): Promise<OAuthIdentity> => {
  try {
    const identity = await finish(provider, checks, response, runtime, log)
    log.debug('oauth-identity', { provider: provider.id, emailVerified: identity.emailVerified })
    return identity
  } catch (error) {
    if (error instanceof AuthError) throw error
    // A hook of the owner's threw.
    throw new CallbackRouteError(`The sign-in at provider "${provider.id}" failed`, {
      provider: provider.id,
      ...causeOf(error),
    })
  }
}
