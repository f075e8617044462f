import type { JsonObject } from '../../base/json.ts'
import type { OAuthConfig, OIDCConfig } from '../../types/providers.ts'
import { invalidProviderOption, invalidResponse } from './provider-http.ts'

/** How the user must have authenticated at the provider (OpenID Connect Core §2). */
export interface Assurance {
  /** Authentication context classes. The claim `acr` must be one of them. */
  readonly acr: readonly string[] | undefined
  /** Authentication methods. The claim `amr` must name all of them. */
  readonly amr: readonly string[] | undefined
}

/** A value of a space-separated list. */
const VALUE = /^[\x21-\x7e]+$/

/**
 * An option that only OpenID Connect providers have. Throws `InvalidConfig` for plain OAuth, which has no ID token: accepting
 * the option would suggest a check that never happens.
 */
export const readOidcOption = (merged: OAuthConfig, option: string & keyof OIDCConfig): unknown => {
  const value: unknown = Reflect.get(merged, option)
  if (value === undefined || merged.type === 'oidc') return value
  throw invalidProviderOption(merged, option, 'needs an OpenID Connect provider')
}

const readList = (merged: OAuthConfig, option: 'requiredAcr' | 'requiredAmr'): readonly string[] | undefined => {
  const list = readOidcOption(merged, option)
  const isList = Array.isArray(list) && list.length > 0
  if (list === undefined || (isList && list.every((item) => typeof item === 'string' && VALUE.test(item)))) return list
  throw invalidProviderOption(merged, option, 'must be a list of values without spaces')
}

/** Read the option `trustedAudiences`. Throws `InvalidConfig` unless it is `'any'` or a list of client ids. */
export const readTrustedAudiences = (merged: OAuthConfig): readonly string[] | 'any' => {
  const list: unknown = Reflect.get(merged, 'trustedAudiences')
  if (list === undefined) return []
  if (list === 'any' || (Array.isArray(list) && list.every((name) => typeof name === 'string'))) return list
  throw invalidProviderOption(merged, 'trustedAudiences', 'must be "any" or a list of client ids')
}

/** Read `requiredAcr` and `requiredAmr`. Throws `InvalidConfig` for values that cannot be checked. */
export const readAssurance = (merged: OAuthConfig): Assurance => ({
  acr: readList(merged, 'requiredAcr'),
  amr: readList(merged, 'requiredAmr'),
})

/** The accepted classes that a sign-in request asks for. A request can narrow the configured list, never widen it. */
export const narrowAcr = ({ acr }: Assurance, requested: string | undefined): readonly string[] | undefined => {
  const values = requested?.split(' ') ?? []
  const narrowed = acr?.filter((value) => values.includes(value)) ?? []
  return narrowed.length > 0 ? narrowed : undefined
}

/**
 * Check `acr` and `amr` of an ID token (OpenID Connect Core §3.1.3.7 (12)) against the config and against the classes
 * that the sign-in request asked for.
 */
export const checkAssurance = (
  provider: { readonly id: string; readonly assurance: Assurance },
  requestedAcr: readonly string[] | undefined,
  { acr, amr }: JsonObject,
): void => {
  const fail = (claim: string) => invalidResponse(provider.id, 'id token', 'unfit', { claim })
  for (const accepted of [provider.assurance.acr, requestedAcr]) {
    if (accepted !== undefined && !(typeof acr === 'string' && accepted.includes(acr))) throw fail('acr')
  }
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : []
  if (provider.assurance.amr?.every((method) => methods.includes(method)) === false) throw fail('amr')
}
