import { isBoolean, isStringArray } from '../../base/json.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { findMailAddress } from '../../web/mail-address.ts'
import { invalidProviderOption } from './provider-http.ts'
import { readOidcOption } from './provider-options.ts'

const isFlag = (value: unknown): value is boolean => isBoolean(value)

const isDomainList = (value: unknown): value is readonly string[] => isStringArray(value)

/** A domain as addresses have it: in ASCII and lower case. */
const findDomain = (domain: string): string | undefined => findMailAddress(`a@${domain}`)?.slice(2)

/** Read which addresses of the provider are believed to be verified. */
export const readEmailTrust = (merged: OAuthConfig) => {
  const rule = 'must be a list of domains, such as "example.com"'
  const domains = readOidcOption(merged, 'emailDomains', isDomainList, rule)?.map((domain) => {
    const found = findDomain(domain)
    if (found === undefined) throw invalidProviderOption(merged, 'emailDomains', rule)
    return found
  })
  return Object.freeze({
    /** The entry's own rule. An address that it does not confirm is unverified. */
    decide: merged.emailVerified,
    /** Whether the claim `email_verified` is believed about every address. */
    all: readOidcOption(merged, 'trustAllEmails', isFlag, 'must be true or false') === true,
    /** The domains whose addresses the provider may call verified. Addresses of other domains are unverified. */
    domains,
  })
}

type EmailTrust = ReturnType<typeof readEmailTrust>

/** What a provider says about an address. */
interface EmailStatement {
  readonly email: string
  /** Whether the claim `email`, if there is one, is this address. */
  readonly isClaimed: boolean
  /** What the entry's own rule returned; `undefined` without a rule. */
  readonly decision: unknown
  /** The claim `email_verified`. */
  readonly claim: unknown
}

/**
 * Whether an address counts as verified. `false`: the provider or the entry calls it unverified. `undefined`: the provider says
 * nothing, or no option states that the provider is believed. Only `true` counts: providers that send "true" or 1 do not follow
 * the standard.
 */
export const decideEmailVerified = (
  { decide, all, domains }: EmailTrust,
  { email, isClaimed, decision, claim }: EmailStatement,
): boolean | undefined => {
  const isInside = domains?.includes(email.slice(email.indexOf('@') + 1))
  if (isInside === false) return false
  if (decide !== undefined) return isClaimed && decision === true
  if (claim === undefined) return undefined
  if (claim !== true || !isClaimed) return false
  return all || isInside === true ? true : undefined
}
