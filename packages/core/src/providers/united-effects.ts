import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface UnitedEffectsProfile extends Profile {
  sub: string
}

/**
 * United Effects. `issuer` is required: `https://auth.unitedeffects.com/<group>`. It wants to be told whom the token is
 * for. Source: the README of https://github.com/UnitedEffects/ueauth, 2026-11-21: an OpenID Provider for each group;
 * that it wants `resource` as the ecosystem has it.
 */
export const UnitedEffects = (
  options: OIDCUserConfig<UnitedEffectsProfile> = {},
): OIDCConfig<UnitedEffectsProfile> => ({
  id: 'united-effects',
  name: 'United Effects',
  type: 'oidc',
  authorization: { params: { resource: '{issuer}' } },
  options,
})

export default UnitedEffects
