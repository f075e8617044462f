import type { JsonObject } from '../../base/json.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/** The id of a tenant: one segment of an address, so that no claim can write the rest of it. */
const TENANT = /^[\w.-]{1,64}$/

const GAP = /^\{\w+\}$/

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

type Gaps = Pick<ResolvedOAuthProvider, 'issuerClaims'>

/** Letter for letter, but for the gaps that the entry knows, each of which stands for one segment. */
const fits = ({ issuerClaims = {} }: Gaps, published: string, issuer: string): boolean => {
  const gaps = new Set(Object.keys(issuerClaims).map((name) => `{${name}}`))
  const [segments, found] = [published.split('/'), issuer.split('/')]
  const matches = (segment: string, i: number): boolean =>
    gaps.has(segment) ? TENANT.test(found[i] ?? '') : segment === found[i]
  return segments.length === found.length && segments.every(matches)
}

/**
 * Whether a published issuer is the configured one (OpenID Connect Discovery §4.3). A host without a path is the same
 * with and without its slash (RFC 3986 §6.2.3).
 */
export const isIssuerOf = (provider: Gaps & Pick<ResolvedOAuthProvider, 'issuer'>, published: string): boolean => {
  const { issuer: configured } = provider
  if (configured === undefined || new URL(published).href === new URL(configured).href) return true
  return fits(provider, published, configured)
}

/** Whether an answer names the server (RFC 9207 §2.4). One with gaps names a tenant; the ID token has to name the same. */
export const isNamed = (provider: Gaps, published: string, found: string): boolean => fits(provider, published, found)

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a configured issuer names one tenant by its id, where the document stands for all of them. */
const namesTenant = (published: string, configured: string): boolean => {
  const segments = configured.split('/')
  return published.split('/').some((segment, i) => GAP.test(segment) && UUID.test(segments[i] ?? ''))
}

/**
 * The issuer that an ID token has to name: the server's, its gaps filled by the token's own claims. `undefined` when nobody's would do, as
 * where the owner named one tenant and the token is of another.
 */
export const issuerFor = (
  { issuer: configured, issuerClaims = {} }: Gaps & Partial<Pick<ResolvedOAuthProvider, 'issuer'>>,
  published: string,
  claims: JsonObject,
): string | undefined => {
  const filled = fill(published, (gap) => claims[issuerClaims[gap] ?? ''])
  if (configured === undefined || !namesTenant(published, configured)) return filled
  return filled?.toLowerCase() === configured.toLowerCase() ? filled : undefined
}
