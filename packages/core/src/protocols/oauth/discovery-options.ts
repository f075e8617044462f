import { isObject } from '../../base/json.ts'
import { missingOptionHint } from '../../base/provider-variable.ts'
import { authError, InvalidConfig } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { parseSafeUrl } from '../../web/safe-url.ts'
import type { ResolvedEndpoints } from './endpoints.ts'

const isIssuer = (value: unknown): boolean => parseSafeUrl(value)?.hash === ''

/** Read the option `issuer` (RFC 8414 §2). An OIDC provider needs it, or `wellKnown`, to validate ID tokens. */
export const readIssuer = (merged: OAuthConfig, entryId: string): string | undefined => {
  const { id, type, issuer, wellKnown } = merged
  if (issuer !== undefined && !isIssuer(issuer)) {
    throw new InvalidConfig(`The issuer of provider "${id}" must be an https address`, {
      provider: id,
      option: 'issuer',
    })
  }
  if (type === 'oidc' && issuer === undefined && wellKnown === undefined) {
    const problem = `Provider "${id}" needs an issuer to validate ID tokens`
    throw authError('InvalidEndpoints', `${problem}: ${missingOptionHint(entryId, 'issuer')}`, {
      provider: id,
      option: 'issuer',
    })
  }
  return issuer
}

/** Read the option `jwks_endpoint`: a string, a `URL`, or an object with `url`. */
export const readJwksUri = ({ id, jwks_endpoint: option }: OAuthConfig): URL | undefined => {
  const text: unknown = option instanceof URL ? option.href : isObject(option) ? option['url'] : option
  const url = parseSafeUrl(text)
  if (text === undefined || url !== undefined) return url
  throw authError('InvalidEndpoints', `jwks_endpoint of provider "${id}" must be an https address`, { provider: id })
}

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

const readWellKnown = ({ id, wellKnown, issuer }: OAuthConfig): URL | undefined => {
  if (wellKnown === undefined) return issuer === undefined ? undefined : wellKnownOf(issuer)
  const url = parseSafeUrl(wellKnown)
  if (url !== undefined) return url
  throw new InvalidConfig(`wellKnown of provider "${id}" must be an https address`, {
    provider: id,
    option: 'wellKnown',
  })
}

/** The address of the discovery document, or `undefined` if the config has everything that the document would say. */
export const findDiscovery = (merged: OAuthConfig, entryId: string, endpoints: ResolvedEndpoints): URL | undefined => {
  if (!needsDiscovery(merged, endpoints)) return undefined
  const url = readWellKnown(merged)
  if (url !== undefined) return url
  const problem = `Provider "${merged.id}" needs an issuer, or authorization, token and userinfo`
  throw authError('InvalidEndpoints', `${problem}: ${missingOptionHint(entryId, 'issuer')}`, {
    provider: merged.id,
    option: 'issuer',
  })
}
