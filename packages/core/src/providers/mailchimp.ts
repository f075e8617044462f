import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { conformTokens, fetchWithOAuthScheme } from './shared/responses.ts'
import icon from './icons/mailchimp-icon.ts'

/** The response of the metadata endpoint. */
export interface MailchimpProfile {
  accountname?: string
  login: { login_id: number; login_name?: string; login_email?: string; email?: string; avatar?: string | null }
  /** The data center. */
  dc?: string
  api_endpoint?: string
  [member: string]: unknown
}

/** The token response has no `token_type`. Its `expires_in` of 0 means that the token does not expire. */
const conform = conformTokens((tokens) => ({ token_type: 'bearer', ...tokens, expires_in: null }))

/**
 * Mailchimp. It has no scopes. The access token is sent with the scheme `OAuth`. The profile does not say whether the
 * e-mail address is verified. Source: https://developer.mailchimp.com/documentation/mailchimp/guides/how-to-use-oauth2/
 * and https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ (beginnings of the pages: the three
 * URLs, tokens do not expire) and php5/OAuth2Client.php of https://github.com/mailchimp/OAuth2-sample-apps, the
 * official example (the scheme, the secret in the body), 2026-11-21.
 * @unconfirmed The members of the metadata response.
 * @example
 * // with AUTH_MAILCHIMP_ID and AUTH_MAILCHIMP_SECRET set; the callback is /auth/callback/mailchimp
 * import Mailchimp from '@authwright/core/providers/mailchimp'
 * const config = { providers: [Mailchimp] }
 */
export const Mailchimp = <P extends MailchimpProfile = MailchimpProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'mailchimp',
  name: 'Mailchimp',
  type: 'oauth',
  authorization: 'https://login.mailchimp.com/oauth2/authorize',
  token: { url: 'https://login.mailchimp.com/oauth2/token', conform },
  userinfo: { url: 'https://login.mailchimp.com/oauth2/metadata', request: fetchWithOAuthScheme('Mailchimp') },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ accountname: name, login: { login_id: id, email, avatar: image } }) => ({
    id: String(id),
    name,
    email,
    image,
  }),
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Mailchimp
