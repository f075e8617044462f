import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** What Salesforce's userinfo tells. */
export interface SalesforceProfile extends Profile {
  /** An address: `https://login.salesforce.com/id/<organisation>/<user>`. */
  sub: string
  user_id?: string
  organization_id?: string
}

/**
 * Salesforce. `issuer` may be an organisation's own domain, such as `https://acme.my.salesforce.com`. ID tokens name the
 * person by `sub` only, so the rest comes from userinfo. `email_verified` is true when the person followed a link that
 * Salesforce had sent. Source:
 * https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm, 2026-11-21.
 */
export const Salesforce = (options: OIDCUserConfig<SalesforceProfile> = {}): OIDCConfig<SalesforceProfile> => ({
  id: 'salesforce',
  name: 'Salesforce',
  type: 'oidc',
  issuer: 'https://login.salesforce.com',
  idToken: false,
  style: { bg: '#00a1e0', text: '#000' },
  options,
})

export default Salesforce
