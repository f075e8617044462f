import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface OneLoginProfile extends OIDCProfile {}

/**
 * OneLogin. `issuer` is required: `https://<subdomain>.onelogin.com/oidc/2`. It has no claims `email_verified` and
 * `picture`, so no e-mail address counts as verified. Source:
 * https://developers.onelogin.com/openid-connect/api/provider-config (beginning of the page), 2026-11-21.
 * @example
 * // with AUTH_ONELOGIN_ID, AUTH_ONELOGIN_SECRET and AUTH_ONELOGIN_ISSUER set; the callback is /auth/callback/onelogin
 * import OneLogin from '@authwright/core/providers/onelogin'
 * const config = { providers: [OneLogin] }
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
