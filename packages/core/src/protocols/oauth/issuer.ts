import type { JsonObject } from '../../base/json.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'

/** The id of a tenant: one path segment, so that a claim cannot change the rest of the issuer. */
const TENANT = /^[\w.-]{1,64}$/

type IssuerOptions = Pick<ResolvedOAuthProvider, 'issuerClaims' | 'issuer'>

/** Whether an issuer is the published one, in which each placeholder of `issuerClaims` stands for one path segment. */
export const matchesIssuer = ({ issuerClaims = {} }: IssuerOptions, published: string, issuer: string): boolean => {
  const [expected, found] = [published.split('/'), issuer.split('/')]
  const placeholders = Object.keys(issuerClaims).map((name) => `{${name}}`)
  const matches = (segment: string, i: number): boolean =>
    placeholders.includes(segment) ? TENANT.test(found[i] ?? '') : segment === found[i]
  return expected.length === found.length && expected.every(matches)
}

/** Whether a published issuer is the configured one (OpenID Connect Discovery §4.3; RFC 3986 §6.2.3). */
export const matchesConfiguredIssuer = (provider: IssuerOptions, published: string): boolean => {
  const { issuer = published } = provider
  return new URL(published).href === new URL(issuer).href || matchesIssuer(provider, published, issuer)
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The issuer that an ID token must name: the published one, filled with its claims. `undefined`: none is accepted. */
export const expectedIssuer = (provider: IssuerOptions, published: string, claims: JsonObject): string | undefined => {
  const { issuer: configured, issuerClaims = {} } = provider
  const filled = published.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = claims[issuerClaims[name] ?? '']
    return typeof value === 'string' && TENANT.test(value) ? value : placeholder
  })
  if (/\{\w+\}/.test(filled)) return undefined
  const segments = configured?.split('/') ?? []
  const isOneTenant = published.split('/').some((name, i) => /^\{\w+\}$/.test(name) && UUID.test(segments[i] ?? ''))
  return isOneTenant && filled.toLowerCase() !== configured?.toLowerCase() ? undefined : filled
}
