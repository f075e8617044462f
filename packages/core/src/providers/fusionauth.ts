import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/fusionauth-icon.ts'

/** The claims of FusionAuth's ID token. */
export interface FusionAuthProfile extends OIDCProfile {
  authenticationType?: string
  applicationId?: string
  roles?: string[]
  scope?: string
  tid?: string
}

/**
 * Options of the FusionAuth entry.
 * @example const options: FusionAuthUserConfig = { tenantId: process.env.FUSIONAUTH_TENANT_ID }
 */
export type FusionAuthUserConfig<P = FusionAuthProfile> = OIDCUserConfig<P> & {
  /**
   * Required if the instance has several tenants.
   * @example tenantId: process.env.FUSIONAUTH_TENANT_ID
   */
  tenantId?: string
}

const nameOf = (profile: FusionAuthProfile): string | null =>
  profile.name ??
  profile.preferred_username ??
  [profile.given_name, profile.middle_name, profile.family_name].filter(Boolean).join(' ')

/**
 * FusionAuth. `issuer` is required: the tenant's issuer, which must be the URL of the instance. The tenant must sign ID
 * tokens with a key pair. For the former default, set `client.id_token_signed_response_alg` to `HS256`. For a refresh
 * token add the scope `offline_access`. `email_verified` is the instance's own record. Source:
 * https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/endpoints, 2026-11-21.
 * @example
 * // with AUTH_FUSIONAUTH_ID, AUTH_FUSIONAUTH_SECRET and AUTH_FUSIONAUTH_ISSUER set; the callback is /auth/callback/fusionauth
 * import FusionAuth from '@authwright/core/providers/fusionauth'
 * const config = { providers: [FusionAuth] }
 */
export const FusionAuth = <P extends FusionAuthProfile = FusionAuthProfile>(
  options: FusionAuthUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'fusionauth',
  name: 'FusionAuth',
  type: 'oidc',
  authorization: { params: { tenantId: options.tenantId } },
  profile: (profile) => ({ id: profile.sub, name: nameOf(profile), email: profile.email, image: profile.picture }),
  trustAllEmails: true,
  style: { bg: '#f58320', text: '#000' },
  icon,
  options,
})

export default FusionAuth
