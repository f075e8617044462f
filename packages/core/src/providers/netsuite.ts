import { defined } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of the application's RESTlet: `runtime.getCurrentUser()` as JSON. */
export interface NetSuiteProfile {
  id: number
  name?: string
  email?: string
  location?: number
  role?: number
  roleId?: string
  roleCenter?: string
  contact?: number
  subsidiary?: number
  department?: number
  [member: string]: unknown
}

/**
 * Options of the NetSuite entry.
 * @example const options: NetSuiteUserConfig = { accountID: '1234567_SB1' }
 */
export type NetSuiteUserConfig<P = NetSuiteProfile> = OAuthUserConfig<P> & {
  /**
   * The account id, such as `1234567` or `1234567_SB1`. Required.
   * @example accountID: '1234567_SB1'
   */
  accountID?: string
}

/**
 * The options of the NetSuite entry that Auth.js requires.
 * @example const accountOf = ({ accountID }: OAuthNetSuiteOptions) => accountID.replace('_SB1', '')
 */
export interface OAuthNetSuiteOptions {
  /**
   * Whether NetSuite asks the user to sign in or to agree again.
   * @example prompt: 'none'
   */
  prompt: string
  /**
   * The account id.
   * @example accountID: '1234567_SB1'
   */
  accountID: string
  /**
   * The scopes, with spaces between them.
   * @example scope: 'restlets rest_webservices'
   */
  scope: string
  /**
   * The URL of the RESTlet that returns the user.
   * @example userinfo: 'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=123&deploy=1'
   */
  userinfo: string
}

/** The account id as part of a host name: `1234567_SB1` becomes `1234567-sb1`. */
const hostOf = (account: string): string => account.toLowerCase().replaceAll('_', '-')

/**
 * NetSuite. `accountID` is required. `userinfo` is required too, because NetSuite has no such endpoint: the URL of your
 * own RESTlet that returns `runtime.getCurrentUser()`. The request has a `content-type`, without which a RESTlet does
 * not return JSON. An administrator enters the e-mail address, so it does not count as verified. Source:
 * https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html (authorization),
 * section_160855590788.html (token) and section_4619215993.html (RESTlets) there, 2026-11-21.
 * @example
 * import NetSuite from '@authwright/core/providers/netsuite'
 * // AUTH_NETSUITE_ID and AUTH_NETSUITE_SECRET are set; the callback is /auth/callback/netsuite
 * const userinfo = 'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=123&deploy=1'
 * const config = { providers: [NetSuite({ accountID: '1234567', userinfo })] }
 */
export const NetSuite = <P extends NetSuiteProfile = NetSuiteProfile>(
  options: NetSuiteUserConfig<P> = {},
): OAuth2Config<P> => {
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
