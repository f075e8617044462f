import { isObject } from '../../base/json.ts'
import { missingOptionHint } from '../../base/provider-variable.ts'
import { trimEnd } from '../../base/text.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'

const PLACEHOLDER = /\{(issuer|clientId)\}/g

/** The members of an entry that may have placeholders: addresses, and their parameters and headers. */
const MEMBERS = ['authorization', 'token', 'userinfo', 'wellKnown', 'jwks_endpoint'] as const

type Option = 'issuer' | 'clientId'
type ValueOf = (option: Option) => string

const valueFrom =
  (merged: OAuthConfig, entryId: string): ValueOf =>
  (option) => {
    const { id: provider, [option]: value } = merged
    if (value === undefined || value === '') {
      const problem = `Provider "${provider}" has no ${option}, which its addresses contain`
      throw new InvalidConfig(`${problem}: ${missingOptionHint(entryId, option)}`, { provider, option })
    }
    // The template continues with a slash.
    return option === 'issuer' ? trimEnd(value, '/') : value
  }

const fillText = (valueOf: ValueOf, text: string): string =>
  text.replace(PLACEHOLDER, (_placeholder, option: Option) => valueOf(option))

/** Hooks and keys stay as they are. */
const fillValue = (valueOf: ValueOf, value: unknown): unknown => {
  if (typeof value === 'string') return fillText(valueOf, value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillValue(valueOf, member)]))
}

/** Some issuers contain the client id. `{issuer}` within the issuer is not filled, and fails as an address. */
const fillIssuer = (merged: OAuthConfig, entryId: string): OAuthConfig => {
  const { issuer } = merged
  if (issuer?.includes('{clientId}') !== true || issuer.includes('{issuer}')) return merged
  return { ...merged, issuer: fillText(valueFrom(merged, entryId), issuer) }
}

/**
 * Fill `{issuer}` (without a trailing slash) and `{clientId}` in the addresses, parameters and headers of a provider,
 * and `{clientId}` in its issuer. So an entry is plain data, although its addresses depend on options and environment
 * variables. Those are named after the id of the entry, which the options may replace. Throws `InvalidConfig` if the
 * option is not set.
 */
export const fillTemplates = (written: OAuthConfig, entryId: string = written.id): OAuthConfig => {
  const merged = fillIssuer(written, entryId)
  const valueOf = valueFrom(merged, entryId)
  const filled: Record<string, unknown> = { ...merged }
  for (const member of MEMBERS) if (merged[member] !== undefined) filled[member] = fillValue(valueOf, merged[member])
  return { ...merged, ...filled }
}
