import type { JsonObject } from '../../base/json.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/** The id of a tenant: one path segment, so that a claim cannot change the rest of the issuer. */
const TENANT = /^[\w.-]{1,64}$/

const PLACEHOLDER = /^\{\w+\}$/

type IssuerClaims = Pick<ResolvedOAuthProvider, 'issuerClaims'>

/** Fill the placeholders of an issuer. Returns `undefined` if a value is missing or is not one path segment. */
const fillPlaceholders = (issuer: string, valueOf: (placeholder: string) => unknown): string | undefined => {
  let isComplete = true
  const filled = issuer.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = valueOf(name)
    if (typeof value === 'string' && TENANT.test(value)) return value
    isComplete = false
    return placeholder
  })
  return isComplete ? filled : undefined
}

/**
 * Whether an issuer matches the published one: letter for letter, except that each placeholder in `issuerClaims`
 * matches one path segment. Used for `iss` of an authorization response (RFC 9207 §2.4); the ID token must then name
 * the same tenant.
 */
export const matchesIssuer = ({ issuerClaims = {} }: IssuerClaims, published: string, issuer: string): boolean => {
  const placeholders = new Set(Object.keys(issuerClaims).map((name) => `{${name}}`))
  const [expected, found] = [published.split('/'), issuer.split('/')]
  const matches = (segment: string, i: number): boolean =>
    placeholders.has(segment) ? TENANT.test(found[i] ?? '') : segment === found[i]
  return expected.length === found.length && expected.every(matches)
}

/**
 * Whether a published issuer is the configured one (OpenID Connect Discovery §4.3). The slash after a host without a
 * path does not matter (RFC 3986 §6.2.3).
 */
export const matchesConfiguredIssuer = (
  provider: IssuerClaims & Pick<ResolvedOAuthProvider, 'issuer'>,
  published: string,
): boolean => {
  const { issuer: configured } = provider
  if (configured === undefined || new URL(published).href === new URL(configured).href) return true
  return matchesIssuer(provider, published, configured)
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether the configured issuer has a tenant id where the published one has a placeholder. */
const namesTenant = (published: string, configured: string): boolean => {
  const segments = configured.split('/')
  return published.split('/').some((segment, i) => PLACEHOLDER.test(segment) && UUID.test(segments[i] ?? ''))
}

/**
 * The issuer that an ID token must name: the published one, with placeholders filled by the token's claims. Returns
 * `undefined` if no issuer is acceptable, for example if the config names one tenant and the token is of another.
 */
export const expectedIssuer = (
  { issuer: configured, issuerClaims = {} }: IssuerClaims & Partial<Pick<ResolvedOAuthProvider, 'issuer'>>,
  published: string,
  claims: JsonObject,
): string | undefined => {
  const filled = fillPlaceholders(published, (placeholder) => claims[issuerClaims[placeholder] ?? ''])
  if (configured === undefined || !namesTenant(published, configured)) return filled
  return filled?.toLowerCase() === configured.toLowerCase() ? filled : undefined
}
