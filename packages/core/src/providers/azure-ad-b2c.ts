import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/azure-ad-b2c-icon.ts'

/** The claims of an Azure AD B2C ID token. */
export interface AzureADB2CProfile extends OIDCProfile {
  /** The e-mail addresses. The ID token does not say whether they are verified. */
  emails?: string[]
  country?: string
  /** The id of the user in the directory. */
  oid?: string
  postalCode?: string
  /** The user flow. */
  tfp?: string
  ver?: string
}

/**
 * Azure AD B2C. `issuer` is required. In the user flow, set "Issuer (iss) claim" to the form with `tfp` and use that
 * value: `https://<tenant>.b2clogin.com/tfp/<tenant id>/<user flow>/v2.0/`. The other form does not name the user flow.
 * For it, also set `wellKnown` to the URL of the discovery document. Source:
 * https://github.com/AzureAD/microsoft-identity-web/wiki/Azure-AD-B2C-issuer-claim-support, 2026-11-21.
 * @example
 * // with AUTH_AZURE_AD_B2C_ID, AUTH_AZURE_AD_B2C_SECRET and AUTH_AZURE_AD_B2C_ISSUER set; the callback is /auth/callback/azure-ad-b2c
 * import AzureADB2C from '@authwright/core/providers/azure-ad-b2c'
 * const config = { providers: [AzureADB2C] }
 */
export const AzureADB2C = <P extends AzureADB2CProfile = AzureADB2CProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'azure-ad-b2c',
  name: 'Azure AD B2C',
  type: 'oidc',
  profile: ({ sub, name, preferred_username: username, emails }) => ({
    id: sub,
    name: name ?? username,
    email: emails?.[0],
  }),
  trustAllEmails: false,
  style: { bg: '#fff', text: '#5e5e5e' },
  icon,
  options,
})

export default AzureADB2C
