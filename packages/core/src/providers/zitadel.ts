import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** What its userinfo tells. */
export interface ZITADELProfile extends Profile {
  sub: string
}

/**
 * ZITADEL. `issuer` is required: the instance's address, such as `https://acme-1234.zitadel.cloud`. The claims of a person are
 * in userinfo, and in ID tokens only where the application is set up so. An ID token is made out to the whole project.
 * `email_verified` is the instance's own record. Source:
 * https://zitadel.com/docs/apis/openidoauth/claims, 2026-11-21.
 */
export const ZITADEL = (options: OIDCUserConfig<ZITADELProfile> = {}): OIDCConfig<ZITADELProfile> => ({
  id: 'zitadel',
  name: 'ZITADEL',
  type: 'oidc',
  idToken: false,
  // The project's id and those of its applications, which only the owner knows. `azp` still has to name this client.
  trustedAudiences: 'any',
  options,
})

export default ZITADEL
