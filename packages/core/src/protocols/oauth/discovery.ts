import { isObject } from '../../base/json.ts'
import { missingOptionHint } from '../../base/provider-variable.ts'
import { authError, InvalidConfig } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { findSecureUrl } from './secure-url.ts'
import type { Handlers } from './endpoint-handlers.ts'

const isIssuer = (value: unknown): boolean => findSecureUrl(value)?.hash === ''

/** The configured issuer (RFC 8414 §2). An OIDC provider cannot do without, because its ID tokens are judged by it. */
export const readIssuer = (merged: OAuthConfig, entryId: string): string | undefined => {
  const { id, type, issuer, wellKnown } = merged
  if (issuer !== undefined && !isIssuer(issuer)) {
    throw new InvalidConfig(`The issuer of provider "${id}" has to be an https address`, {
      provider: id,
      option: 'issuer',
    })
  }
  if (type === 'oidc' && issuer === undefined && wellKnown === undefined) {
    const what = `Provider "${id}" needs an issuer, which its ID tokens have to name`
    throw authError('InvalidEndpoints', `${what}: ${missingOptionHint(entryId, 'issuer')}`, {
      provider: id,
      option: 'issuer',
    })
  }
  return issuer
}

/** The keys endpoint of the entry: a text, a URL, or an object with `url`. */
export const readKeysUrl = ({ id, jwks_endpoint: written }: OAuthConfig): URL | undefined => {
  const text: unknown = written instanceof URL ? written.href : isObject(written) ? written['url'] : written
  const url = findSecureUrl(text)
  if (text === undefined || url !== undefined) return url
  throw authError('InvalidEndpoints', `jwks_endpoint of provider "${id}" has to be an https address`, { provider: id })
}

/** Whether the profile is made of the userinfo answer. */
export const asksUserinfo = (merged: OAuthConfig): boolean => merged.type === 'oauth' || merged.idToken === false

const isOpen = (merged: OAuthConfig, { authorization, token, userinfo }: Handlers): boolean =>
  authorization.url === undefined ||
  (token.url ?? token.request) === undefined ||
  (asksUserinfo(merged) && (userinfo.url ?? userinfo.request) === undefined) ||
  (merged.type === 'oidc' && (merged.issuer === undefined || merged.jwks_endpoint === undefined)) ||
  merged.pushedAuthorizationRequests === true

/** Where the discovery document of an issuer stands (OpenID Connect Discovery §4). */
const wellKnownOf = (issuer: string): URL => {
  const url = new URL(issuer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
  return url
}

const readWellKnown = ({ id, wellKnown, issuer }: OAuthConfig): URL | undefined => {
  if (wellKnown === undefined) return issuer === undefined ? undefined : wellKnownOf(issuer)
  const url = findSecureUrl(wellKnown)
  if (url !== undefined) return url
  throw new InvalidConfig(`wellKnown of provider "${id}" has to be an https address`, {
    provider: id,
    option: 'wellKnown',
  })
}

/** The address of the discovery document, when the entry leaves open something that only the document can say. */
export const findDiscovery = (merged: OAuthConfig, entryId: string, handlers: Handlers): URL | undefined => {
  if (!isOpen(merged, handlers)) return undefined
  const url = readWellKnown(merged)
  if (url !== undefined) return url
  const what = `Provider "${merged.id}" needs an issuer, or authorization, token and userinfo`
  throw authError('InvalidEndpoints', `${what}: ${missingOptionHint(entryId, 'issuer')}`, {
    provider: merged.id,
    option: 'issuer',
  })
}
