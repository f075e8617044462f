import type { UserinfoProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the userinfo response. */
export interface ZITADELProfile extends UserinfoProfile {
  phone?: string
  phone_verified?: boolean
  'urn:zitadel:iam:user:metadata'?: Record<string, string>
  'urn:zitadel:iam:user:resourceowner:id'?: string
  'urn:zitadel:iam:org:project:roles'?: Record<string, Record<string, string>>
}
/** The name of the profile in Auth.js. */
export type ZitadelProfile = ZITADELProfile

/**
 * ZITADEL. `issuer` is required: the URL of the instance, such as `https://acme-1234.zitadel.cloud`. The user's claims
 * are in the userinfo response. ID tokens have them only if the application is configured that way. The audience of an
 * ID token is the whole project. `email_verified` is the instance's own record. Source:
 * https://zitadel.com/docs/apis/openidoauth/claims, 2026-11-21.
 * @example
 * // with AUTH_ZITADEL_ID, AUTH_ZITADEL_SECRET and AUTH_ZITADEL_ISSUER set; the callback is /auth/callback/zitadel
 * import ZITADEL from '@authwright/core/providers/zitadel'
 * const config = { providers: [ZITADEL] }
 */
export const ZITADEL = <P extends ZITADELProfile = ZITADELProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
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
