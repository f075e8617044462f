import { authError } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { readOidcOption } from './assurance.ts'
import { findServerMetadata } from './discovery.ts'
import { matchesIssuer } from './authorization-response.ts'
import { excerpt, invalidProviderOption } from './provider-http.ts'
import type { ResolvedOAuthProvider, ThirdPartyLogin } from './resolved-oauth-provider.ts'
import { toSignInError } from './start-authorization.ts'

/** Read `thirdPartyLogin`. Throws `InvalidConfig` for other values, and for plain OAuth, which has no issuer. */
export const readThirdPartyLogin = (merged: OAuthConfig): ThirdPartyLogin | undefined => {
  const option = readOidcOption(merged, 'thirdPartyLogin')
  if (option === undefined || option === 'confirm' || option === 'immediate') return option
  throw invalidProviderOption(merged, 'thirdPartyLogin', 'must be "confirm" or "immediate"')
}

/** The parameters of a login that a third party initiates (OpenID Connect Core §4). */
interface LoginInitiation {
  readonly issuer: string | undefined
  /** The user to sign in, as the provider names them. */
  readonly loginHint: string | undefined
  /** Where to redirect after the sign-in. Not validated yet. */
  readonly target: string | undefined
}

const MAX_LENGTH = 2048

/** The hint is passed on as one parameter. Control characters and lone surrogates are refused. */
const HINT = /^[^\p{Cc}\p{Cs}]{1,256}$/u

const findSingle = (parameters: URLSearchParams, name: string): string | undefined => {
  const [value, ...more] = parameters.getAll(name)
  return value !== undefined && more.length === 0 && value !== '' && value.length <= MAX_LENGTH ? value : undefined
}

/** Read the parameters. A repeated or invalid parameter is ignored. */
export const readLoginInitiation = (parameters: URLSearchParams): LoginInitiation => {
  const hint = findSingle(parameters, 'login_hint')
  return {
    issuer: findSingle(parameters, 'iss'),
    loginHint: hint !== undefined && HINT.test(hint) ? hint : undefined,
    target: findSingle(parameters, 'target_link_uri'),
  }
}

/** Throws `OAuthSignInError` unless the issuer that asks is the issuer of the provider. */
export const checkInitiator = async (
  provider: ResolvedOAuthProvider,
  { issuer: found }: LoginInitiation,
  runtime: Runtime,
): Promise<void> => {
  let issuer: string | undefined
  try {
    issuer = found === undefined ? undefined : (await findServerMetadata(provider, runtime)).issuer
  } catch (error) {
    throw toSignInError(provider, error)
  }
  if (found !== undefined && issuer !== undefined && matchesIssuer(provider, issuer, found)) return
  throw authError('OAuthSignInError', `Another issuer than provider "${provider.id}" asked for a sign-in`, {
    provider: provider.id,
    reason: 'issuer',
    expected: issuer,
    found: excerpt(found),
  })
}
