import { isObject, parseJson } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { askByOAuthScheme } from './parts/userinfo.ts'

/** What the metadata endpoint tells of a login. */
export interface MailchimpProfile {
  accountname?: string
  login: { login_id: number; login_name?: string; login_email?: string; email?: string; avatar?: string | null }
  /** The data centre, and the address of its API. */
  dc?: string
  api_endpoint?: string
  [member: string]: unknown
}

/** A token has no type, and never expires: its `expires_in` of 0 says so, and would otherwise be taken at its word. */
const conform = async (response: Response): Promise<Response | undefined> => {
  const body = response.ok ? parseJson(await response.text()) : undefined
  return isObject(body) ? Response.json({ token_type: 'bearer', ...body, expires_in: null }) : undefined
}

/**
 * Mailchimp. It has no scopes, and the token goes by the scheme `OAuth`. Nothing says that an address was verified.
 * Source: https://developer.mailchimp.com/documentation/mailchimp/guides/how-to-use-oauth2/ and
 * https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ (their beginnings: the three addresses,
 * tokens without an end) and php5/OAuth2Client.php of https://github.com/mailchimp/OAuth2-sample-apps, its own
 * example (the scheme, the secret in the body), 2026-11-21.
 * @unconfirmed The members of the metadata.
 */
export const Mailchimp = (options: OAuthUserConfig<MailchimpProfile> = {}): OAuth2Config<MailchimpProfile> => ({
  id: 'mailchimp',
  name: 'Mailchimp',
  type: 'oauth',
  authorization: 'https://login.mailchimp.com/oauth2/authorize',
  token: { url: 'https://login.mailchimp.com/oauth2/token', conform },
  userinfo: { url: 'https://login.mailchimp.com/oauth2/metadata', request: askByOAuthScheme('Mailchimp') },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ accountname: name, login: { login_id: id, email, avatar: image } }) => ({
    id: String(id),
    name,
    email,
    image,
  }),
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Mailchimp
