import { isObject } from '../../base/json.ts'
import { defined } from '../../base/record.ts'
import { missingOptionHint } from '../../base/provider-variable.ts'
import { trimEnd } from '../../base/trim-end.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'

const GAP = /\{(issuer|clientId)\}/g

/** Members in which an entry may leave gaps: addresses, and the parameters and headers that go with them. */
const MEMBERS = ['authorization', 'token', 'userinfo', 'wellKnown', 'jwks_endpoint'] as const

type Option = 'issuer' | 'clientId'
/** What stands in a gap. */
type Fill = (option: Option) => string

const fillOf =
  (merged: OAuthConfig, entryId: string): Fill =>
  (option) => {
    const { id: provider, [option]: value } = merged
    if (value === undefined || value === '') {
      const what = `Provider "${provider}" has no ${option}, of which its addresses are made`
      throw new InvalidConfig(`${what}: ${missingOptionHint(entryId, option)}`, { provider, option })
    }
    // An address goes on with a slash of its own.
    return option === 'issuer' ? trimEnd(value, '/') : value
  }

const fillText = (fill: Fill, text: string): string => text.replace(GAP, (_gap, option: Option) => fill(option))

const fillValue = (fill: Fill, value: unknown): unknown => {
  if (typeof value === 'string') return fillText(fill, value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillValue(fill, member)]))
}

/** A handler's other members are hooks and keys, which are the owner's as they are. */
const fillEndpoint = (fill: Fill, endpoint: unknown): unknown => {
  if (!isObject(endpoint)) return fillValue(fill, endpoint)
  const { url, params, headers } = endpoint
  return { ...endpoint, ...(fillValue(fill, defined({ url, params, headers })) as object) }
}

/** Some issuers have the application's id in them. Its own name in it stays, and is then no address. */
const fillIssuer = (merged: OAuthConfig, entryId: string): OAuthConfig => {
  const { issuer } = merged
  if (issuer?.includes('{clientId}') !== true || issuer.includes('{issuer}')) return merged
  return { ...merged, issuer: fillText(fillOf(merged, entryId), issuer) }
}

/**
 * Fill `{issuer}` (without a slash at its end) and `{clientId}` in an entry's addresses, parameters and headers, and
 * `{clientId}` in its issuer, so that an entry is data although a tenant's address is known only when the options and the
 * environment are read. The environment knows an entry by its own id, whatever id the owner gave it. Throws `InvalidConfig`
 * when the option is not set.
 */
export const fillTemplates = (written: OAuthConfig, entryId: string = written.id): OAuthConfig => {
  const merged = fillIssuer(written, entryId)
  const fill = fillOf(merged, entryId)
  const filled: Record<string, unknown> = { ...merged }
  for (const member of MEMBERS) if (merged[member] !== undefined) filled[member] = fillEndpoint(fill, merged[member])
  return { ...merged, ...filled }
}
