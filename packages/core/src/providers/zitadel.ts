import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the userinfo response. */
export interface ZITADELProfile extends Profile {
  sub: string
}

/**
 * ZITADEL. `issuer` is required: the URL of the instance, such as `https://acme-1234.zitadel.cloud`. The user's claims
 * are in the userinfo response. ID tokens have them only if the application is configured that way. The audience of an
 * ID token is the whole project. `email_verified` is the instance's own record. Source:
 * https://zitadel.com/docs/apis/openidoauth/claims, 2026-11-21.
 */
export const ZITADEL = (options: OIDCUserConfig<ZITADELProfile> = {}): OIDCConfig<ZITADELProfile> => ({
  id: 'zitadel',
  name: 'ZITADEL',
  type: 'oidc',
  idToken: false,
  // The audiences are the project id and the ids of its applications, unknown here. `azp` must still name this client.
  trustedAudiences: 'any',
  trustAllEmails: true,
  options,
})

export default ZITADEL
