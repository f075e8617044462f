import { defined } from '../base/record.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What the owner's RESTlet answers: `runtime.getCurrentUser()` as JSON. */
export interface NetSuiteProfile {
  id: number
  name?: string
  email?: string
  role?: number
  [member: string]: unknown
}

/** Options of the NetSuite entry. */
export type NetSuiteUserConfig = OAuthUserConfig<NetSuiteProfile> & {
  /** The account, such as `1234567` or `1234567_SB1`. Required. */
  accountID?: string
}

/** An account as it stands in a host name: `1234567_SB1` is `1234567-sb1`. */
const hostOf = (account: string): string => account.toLowerCase().replaceAll('_', '-')

/**
 * NetSuite. `accountID` is required, and so is `userinfo`: the address of a RESTlet of your own that answers
 * `runtime.getCurrentUser()`, because NetSuite has none. It is asked with a `content-type`, without which a RESTlet's
 * answer is no JSON. An address is what an administrator wrote. Source:
 * https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html (authorization),
 * section_160855590788.html (token) and section_4619215993.html (RESTlets) there, 2026-11-21.
 */
export const NetSuite = (options: NetSuiteUserConfig = {}): OAuth2Config<NetSuiteProfile> => {
  const host = options.accountID === undefined ? undefined : hostOf(options.accountID)
  const at = (path: string): string | undefined => (host === undefined ? undefined : `https://${host}.${path}`)
  return {
    id: 'netsuite',
    name: 'NetSuite',
    type: 'oauth',
    authorization: {
      ...defined({ url: at('app.netsuite.com/app/login/oauth2/authorize.nl') }),
      params: { scope: 'restlets rest_webservices' },
    },
    ...defined({ token: at('suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token') }),
    userinfo: { headers: { 'content-type': 'application/json' } },
    style: { bg: '#181a1b', text: '#fbfbfb' },
    options: typeof options.userinfo === 'string' ? { ...options, userinfo: { url: options.userinfo } } : options,
  }
}

export default NetSuite
