import { trimEnd } from '../base/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /v1/people/me`. */
export interface WebexProfile {
  id: string
  emails?: string[]
  displayName?: string
  avatar?: string
  [member: string]: unknown
}

/**
 * Options of the Webex entry.
 * @example const options: WebexUserConfig = { apiBaseUrl: 'https://webexapis.com/v1' }
 */
export type WebexUserConfig<P = WebexProfile> = OAuthUserConfig<P> & {
  /**
   * The base URL of the API. @default 'https://webexapis.com/v1'
   * @example apiBaseUrl: 'https://webexapis.com/v1'
   */
  apiBaseUrl?: string
}

/**
 * Webex. An administrator of the organization enters the e-mail address, so it does not count as verified. Source:
 * server.js of https://github.com/WebexSamples/webex-oauth-integration, the official example (the token and profile
 * URLs, the secret in the body), https://developer.webex.com/docs/integrations (beginning of the page),
 * https://developer.webex.com/docs/api/v1/people (the scope `spark:people_read`), `PersonObject` of the package
 * @webex/plugin-people 3.12.0, the official client, and https://learn.microsoft.com/en-us/connectors/webex, published
 * by Cisco (`avatar`), 2026-11-21.
 * @unconfirmed The scope `spark:kms`, and the URL of the consent page.
 * @example
 * // with AUTH_WEBEX_ID and AUTH_WEBEX_SECRET set; the callback is /auth/callback/webex
 * import Webex from '@authwright/core/providers/webex'
 * const config = { providers: [Webex] }
 */
export const Webex = <P extends WebexProfile = WebexProfile>(options: WebexUserConfig<P> = {}): OAuth2Config<P> => {
  const api = trimEnd(options.apiBaseUrl ?? 'https://webexapis.com/v1', '/')
  return {
    id: 'webex',
    name: 'Webex',
    type: 'oauth',
    authorization: { url: `${api}/authorize`, params: { scope: 'spark:kms spark:people_read' } },
    token: `${api}/access_token`,
    userinfo: `${api}/people/me`,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, displayName: name, emails, avatar: image }) => ({ id, name, email: emails?.[0], image }),
    style: { bg: '#00769d', text: '#fff' },
    options,
  }
}

export default Webex
