import { isObject } from '../../base/json.ts'
import { missingOptionHint } from '../../base/provider-variable.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { parseSafeUrl } from '../../web/safe-url.ts'
import { invalidProviderOption } from './oauth-errors.ts'
import { readUrl } from './endpoints.ts'
import type { ResolvedEndpoints } from './endpoints.ts'

const missingIssuer = (provider: string, entryId: string, needs: string): AuthError => {
  const message = `Provider "${provider}" needs ${needs}: ${missingOptionHint(entryId, 'issuer')}`
  return authError('InvalidEndpoints', message, { provider, option: 'issuer' })
}

/** Read the option `issuer` (RFC 8414 §2). An OIDC provider needs it, or `wellKnown`, to validate ID tokens. */
export const readIssuer = (merged: OAuthConfig, entryId: string): string | undefined => {
  const { id, type, issuer, wellKnown } = merged
  if (issuer !== undefined && parseSafeUrl(issuer)?.hash !== '') {
    throw invalidProviderOption(merged, 'issuer', 'must be an https address')
  }
  if (type === 'oidc' && issuer === undefined && wellKnown === undefined) {
    throw missingIssuer(id, entryId, 'an issuer to validate ID tokens')
  }
  return issuer
}

/** Read the option `jwks_endpoint`: a string, a `URL`, or an object with `url`. */
export const readJwksUri = ({ id, jwks_endpoint: option }: OAuthConfig): URL | undefined =>
  readUrl(id, 'jwks_endpoint', isObject(option) ? option['url'] : option)

/** Whether the profile comes from the userinfo endpoint. */
export const usesUserinfo = (merged: OAuthConfig): boolean => merged.type === 'oauth' || merged.idToken === false

const needsDiscovery = (merged: OAuthConfig, { authorization, token, userinfo }: ResolvedEndpoints): boolean =>
  authorization.url === undefined ||
  (token.url ?? token.request) === undefined ||
  (usesUserinfo(merged) && (userinfo.url ?? userinfo.request) === undefined) ||
  (merged.type === 'oidc' && (merged.issuer === undefined || merged.jwks_endpoint === undefined)) ||
  merged.pushedAuthorizationRequests === true

/** The address of an issuer's discovery document (OpenID Connect Discovery §4). */
const wellKnownOf = (issuer: string): URL => {
  const url = new URL(issuer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
  return url
}

/** The address of the discovery document, or `undefined` if the config has everything that the document would say. */
export const findDiscovery = (merged: OAuthConfig, entryId: string, endpoints: ResolvedEndpoints): URL | undefined => {
  if (!needsDiscovery(merged, endpoints)) return undefined
  const { id, issuer, wellKnown } = merged
  if (wellKnown !== undefined) {
    const url = parseSafeUrl(wellKnown)
    if (url === undefined) throw invalidProviderOption(merged, 'wellKnown', 'must be an https address')
    return url
  }
  if (issuer === undefined) throw missingIssuer(id, entryId, 'an issuer, or authorization, token and userinfo')
  return wellKnownOf(issuer)
}
