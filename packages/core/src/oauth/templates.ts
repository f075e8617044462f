import { isObject } from '../base/json.ts'
import { defined } from '../base/record.ts'
import { InvalidConfig } from '../errors/classes.ts'
import type { OAuthConfig } from '../types/providers.ts'

const GAP = /\{(issuer|clientId)\}/g

/** Members in which an entry may leave gaps: addresses, and the parameters and headers that go with them. */
const MEMBERS = ['authorization', 'token', 'userinfo', 'wellKnown', 'jwks_endpoint'] as const

const missing = (id: string, option: string): InvalidConfig =>
  new InvalidConfig(`Provider "${id}" has no ${option}: its addresses are made of it`, { provider: id, option })

const fillText = (written: OAuthConfig, text: string): string =>
  text.replace(GAP, (_gap, option: 'issuer' | 'clientId') => {
    const value = written[option]
    if (value === undefined || value === '') throw missing(written.id, option)
    // An address goes on with a slash of its own.
    return option === 'issuer' ? value.replace(/\/+$/, '') : value
  })

const fillValue = (written: OAuthConfig, value: unknown): unknown => {
  if (typeof value === 'string') return fillText(written, value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillValue(written, member)]))
}

/** A handler's other members are hooks and keys, which are the owner's as they are. */
const fillEndpoint = (written: OAuthConfig, endpoint: unknown): unknown => {
  if (!isObject(endpoint)) return fillValue(written, endpoint)
  const { url, params, headers } = endpoint
  return { ...endpoint, ...(fillValue(written, defined({ url, params, headers })) as object) }
}

/** Some issuers have the application's id in them. Its own name in it stays, and is then no address. */
const fillIssuer = (merged: OAuthConfig): OAuthConfig => {
  const { issuer } = merged
  if (issuer?.includes('{clientId}') !== true || issuer.includes('{issuer}')) return merged
  return { ...merged, issuer: fillText(merged, issuer) }
}

/**
 * Fill `{issuer}` (without a slash at its end) and `{clientId}` in an entry's addresses, parameters and headers, and
 * `{clientId}` in its issuer, so that an entry is data although a tenant's address is known only when the options and the
 * environment are read. Throws `InvalidConfig` when the option is not set.
 */
export const fillTemplates = (written: OAuthConfig): OAuthConfig => {
  const merged = fillIssuer(written)
  const filled: Record<string, unknown> = { ...merged }
  for (const member of MEMBERS) if (merged[member] !== undefined) filled[member] = fillEndpoint(merged, merged[member])
  return { ...merged, ...filled }
}
