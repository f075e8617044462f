import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of a B2C ID token. */
export interface AzureADB2CProfile extends Profile {
  sub: string
  /** Addresses; nothing says that they were verified. */
  emails?: string[]
}

/**
 * Azure AD B2C. `issuer` is required. Set the user flow's "Issuer (iss) claim" to the form with `tfp` and give that one:
 * `https://<tenant>.b2clogin.com/tfp/<tenant id>/<user flow>/v2.0/`. For the other form, which names no user flow, give it as
 * `issuer` and the address of the discovery document as `wellKnown`. Source:
 * https://github.com/AzureAD/microsoft-identity-web/wiki/Azure-AD-B2C-issuer-claim-support, 2026-11-21.
 */
export const AzureADB2C = (options: OIDCUserConfig<AzureADB2CProfile> = {}): OIDCConfig<AzureADB2CProfile> => ({
  id: 'azure-ad-b2c',
  name: 'Azure AD B2C',
  type: 'oidc',
  profile: ({ sub, name, preferred_username: username, emails }) => ({
    id: sub,
    name: name ?? username,
    email: emails?.[0],
  }),
  style: { bg: '#0072c6', text: '#fff' },
  options,
})

export default AzureADB2C
