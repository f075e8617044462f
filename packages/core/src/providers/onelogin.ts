import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface OneLoginProfile extends Profile {
  sub: string
}

/**
 * OneLogin. `issuer` is required: `https://<subdomain>.onelogin.com/oidc/2`. `email_verified` and `picture` are not
 * among its claims, so no address counts. Source: https://developers.onelogin.com/openid-connect/api/provider-config
 * (its beginning), 2026-11-21.
 */
export const OneLogin = (options: OIDCUserConfig<OneLoginProfile> = {}): OIDCConfig<OneLoginProfile> => ({
  id: 'onelogin',
  name: 'OneLogin',
  type: 'oidc',
  options,
})

export default OneLogin
