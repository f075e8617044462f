import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface UnitedEffectsProfile extends Profile {
  sub: string
  /** The id of the group. */
  group?: string
  username?: string
  /** Of the account; true of one that came by another provider, whatever that said of its address. */
  verified?: boolean
}

/**
 * United Effects. `issuer` is required: `https://auth.unitedeffects.com/<group>`, with the group's id. Claims beside
 * `sub` are in the ID token only when a token for a `resource` is asked for. It tells no name but the account's, and
 * no address counts as verified: its `verified` is true of everybody who came by another provider. Source:
 * src/api/oidc/oidc.js (claims, scopes, issuer) and src/api/accounts/accountOidcInterface.js of
 * https://github.com/UnitedEffects/ueauth, its own code, and lib/actions/grants/authorization_code.js of the package
 * oidc-provider 7.5.1, on which it is built, 2026-11-21.
 */
export const UnitedEffects = (
  options: OIDCUserConfig<UnitedEffectsProfile> = {},
): OIDCConfig<UnitedEffectsProfile> => ({
  id: 'united-effects',
  name: 'United Effects',
  type: 'oidc',
  authorization: { params: { scope: 'openid email username', resource: '{issuer}' } },
  profile: ({ sub, username: name, email }) => ({ id: sub, name, email }),
  options,
})

export default UnitedEffects
