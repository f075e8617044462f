import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface OneLoginProfile extends OIDCProfile {}

/**
 * OneLogin. `issuer` is required: `https://<subdomain>.onelogin.com/oidc/2`. It has no claims `email_verified` and
 * `picture`, so no e-mail address counts as verified. Source:
 * https://developers.onelogin.com/openid-connect/api/provider-config (beginning of the page), 2026-11-21.
 */
export const OneLogin = <P extends OneLoginProfile = OneLoginProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'onelogin',
  name: 'OneLogin',
  type: 'oidc',
  trustAllEmails: false,
  options,
})

export default OneLogin
