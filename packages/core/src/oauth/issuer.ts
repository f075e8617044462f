import type { JsonObject } from '../base/json.ts'
import type { ResolvedOAuthProvider } from './provider.ts'

/** The id of a tenant: one segment of an address, so that no claim can write the rest of it. */
const TENANT = /^[\w.-]{1,64}$/

/** Fill the gaps of an issuer; `undefined` when a value is missing or could be more than one segment. */
const fill = (issuer: string, valueOf: (gap: string) => unknown): string | undefined => {
  let whole = true
  const filled = issuer.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = valueOf(name)
    if (typeof value === 'string' && TENANT.test(value)) return value
    whole = false
    return gap
  })
  return whole ? filled : undefined
}

/**
 * Whether a published issuer is the configured one (OpenID Connect Discovery §4.3). A host without a path is the same
 * with and without its slash (RFC 3986 §6.2.3); a gap that the entry knows stands for one segment.
 */
export const isIssuerOf = (
  { issuer: configured, issuerClaims = {} }: Pick<ResolvedOAuthProvider, 'issuer' | 'issuerClaims'>,
  published: string,
): boolean => {
  if (configured === undefined || new URL(published).href === new URL(configured).href) return true
  const gaps = new Set(Object.keys(issuerClaims).map((name) => `{${name}}`))
  const [segments, ours] = [published.split('/'), configured.split('/')]
  const matches = (segment: string, i: number): boolean =>
    segment === ours[i] || (gaps.has(segment) && TENANT.test(ours[i] ?? ''))
  return segments.length === ours.length && segments.every(matches)
}

/** The issuer that an ID token has to name: the server's, its gaps filled by the token's own claims. */
export const issuerFor = (
  { issuerClaims = {} }: Pick<ResolvedOAuthProvider, 'issuerClaims'>,
  published: string,
  claims: JsonObject,
): string | undefined => fill(published, (gap) => claims[issuerClaims[gap] ?? ''])
