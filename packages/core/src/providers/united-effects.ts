import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface UnitedEffectsProfile extends OIDCProfile {
  /** The id of the group. */
  group?: string
  username?: string
  /** Whether the account is verified. It is true for every account that came from another provider. */
  verified?: boolean
}

/**
 * United Effects. `issuer` is required: `https://auth.unitedeffects.com/<group>`, with the id of the group. The ID
 * token has claims other than `sub` only if the request asks for a token for a `resource`. The only name is the account
 * name. No e-mail address counts as verified, because `verified` is true for every account that came from another
 * provider. Source: src/api/oidc/oidc.js (claims, scopes, issuer) and src/api/accounts/accountOidcInterface.js of
 * https://github.com/UnitedEffects/ueauth, the source code, and lib/actions/grants/authorization_code.js of the package
 * oidc-provider 7.5.1, which it uses, 2026-11-21.
 * @example
 * // with AUTH_UNITED_EFFECTS_ID, AUTH_UNITED_EFFECTS_SECRET and AUTH_UNITED_EFFECTS_ISSUER set; the callback is /auth/callback/united-effects
 * import UnitedEffects from '@authwright/core/providers/united-effects'
 * const config = { providers: [UnitedEffects] }
 */
export const UnitedEffects = <P extends UnitedEffectsProfile = UnitedEffectsProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'united-effects',
  name: 'United Effects',
  type: 'oidc',
  authorization: { params: { scope: 'openid email username', resource: '{issuer}' } },
  profile: ({ sub, username: name, email }) => ({ id: sub, name, email }),
  trustAllEmails: false,
  options,
})

export default UnitedEffects
