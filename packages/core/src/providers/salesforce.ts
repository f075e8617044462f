import type { UserinfoProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/salesforce-icon.ts'

/** The claims of Salesforce's userinfo response. */
export interface SalesforceProfile extends UserinfoProfile {
  /** A URL: `https://login.salesforce.com/id/<organization>/<user>`. */
  sub: string
  user_id?: string
  organization_id?: string
}

/**
 * Salesforce. `issuer` can be the organization's own domain, such as `https://acme.my.salesforce.com`. The ID token has
 * only `sub`, so the claims are read from the userinfo endpoint. `email_verified` is true if the user followed a link
 * that Salesforce sent to the address. Source:
 * https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm, 2026-11-21.
 * @example
 * // with AUTH_SALESFORCE_ID and AUTH_SALESFORCE_SECRET set; the callback is /auth/callback/salesforce
 * import Salesforce from '@authwright/core/providers/salesforce'
 * const config = { providers: [Salesforce] }
 */
export const Salesforce = <P extends SalesforceProfile = SalesforceProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'salesforce',
  name: 'Salesforce',
  type: 'oidc',
  issuer: 'https://login.salesforce.com',
  idToken: false,
  trustAllEmails: true,
  style: { bg: '#fff', text: '#00a1e0' },
  icon,
  options,
})

export default Salesforce
