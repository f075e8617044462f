import type { JsonObject } from '../../base/json.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { refusal } from './oauth-errors.ts'

/** How a person has to have proven who they are to the provider (OpenID Connect Core §2). */
export interface Assurance {
  /** Context classes, of which `acr` has to be one. */
  readonly acr: readonly string[] | undefined
  /** Methods, all of which `amr` has to name. */
  readonly amr: readonly string[] | undefined
}

/** One value of a list whose values stand between spaces. */
const VALUE = /^[\x21-\x7e]+$/

const readList = (merged: OAuthConfig, option: 'requiredAcr' | 'requiredAmr'): readonly string[] | undefined => {
  const list: unknown = 'requiredAcr' in merged || 'requiredAmr' in merged ? merged[option] : undefined
  if (list === undefined) return undefined
  const values: readonly unknown[] = Array.isArray(list) ? list : []
  const fit = values.filter((value) => typeof value === 'string' && VALUE.test(value))
  // Plain OAuth says nothing that this could be read from; what cannot be checked must not look as if it were.
  if (merged.type === 'oidc' && fit.length > 0 && fit.length === values.length) return fit as readonly string[]
  const wanted =
    merged.type === 'oidc' ? 'has to be a list of values without spaces' : 'needs an OpenID Connect provider'
  throw new InvalidConfig(`${option} of provider "${merged.id}" ${wanted}`, { provider: merged.id, option })
}

/** Whom an ID token may be made out to besides us. Throws `InvalidConfig` for what is neither `any` nor a list of texts. */
export const readAudiences = (merged: OAuthConfig): readonly string[] | 'any' => {
  const list: unknown = 'trustedAudiences' in merged ? merged.trustedAudiences : undefined
  if (list === undefined) return []
  if (list === 'any' || (Array.isArray(list) && list.every((name) => typeof name === 'string'))) return list
  throw new InvalidConfig(`trustedAudiences of provider "${merged.id}" has to be "any" or a list of client ids`, {
    provider: merged.id,
    option: 'trustedAudiences',
  })
}

/** What the owner requires. Throws `InvalidConfig` for what nobody could check. */
export const readAssurance = (merged: OAuthConfig): Assurance => ({
  acr: readList(merged, 'requiredAcr'),
  amr: readList(merged, 'requiredAmr'),
})

/** The classes that a sign-in request asks for, out of those that the owner accepts: it may ask for more, never for less. */
export const narrowAcr = ({ acr }: Assurance, asked: string | undefined): readonly string[] | undefined => {
  const wanted = asked?.split(' ') ?? []
  const narrowed = acr?.filter((value) => wanted.includes(value)) ?? []
  return narrowed.length > 0 ? narrowed : undefined
}

/** The ID token says what was required of it, now or when the attempt began (OpenID Connect Core §3.1.3.7 (12)). */
export const checkAssurance = (
  provider: { readonly id: string; readonly assurance: Assurance },
  asked: readonly string[] | undefined,
  { acr, amr }: JsonObject,
): void => {
  const unfit = (claim: string) => refusal(provider.id, 'id token', 'unfit', { claim })
  for (const accepted of [provider.assurance.acr, asked]) {
    if (accepted !== undefined && !(typeof acr === 'string' && accepted.includes(acr))) throw unfit('acr')
  }
  const named: readonly unknown[] = Array.isArray(amr) ? amr : []
  if (provider.assurance.amr?.every((method) => named.includes(method)) === false) throw unfit('amr')
}
