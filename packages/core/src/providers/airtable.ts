import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/airtable-icon.ts'

/** The user profile that Airtable returns. It has no name. */
export interface AirtableProfile {
  id: string
  email?: string
  [member: string]: unknown
}

/**
 * Airtable. PKCE is required. The profile has no name. The scope `user.email:read` adds the e-mail address; the profile
 * does not say whether it is verified. Source: https://airtable.com/developers/web/api/oauth-reference (URLs, PKCE with
 * SHA-256), https://airtable.com/developers/web/api/get-user-id-scopes (the whole response) and index.js of
 * https://github.com/Airtable/oauth-example, the official example (the secret in HTTP Basic), 2026-11-21.
 * @example
 * // with AUTH_AIRTABLE_ID and AUTH_AIRTABLE_SECRET set; the callback is /auth/callback/airtable
 * import Airtable from '@authwright/core/providers/airtable'
 * const config = { providers: [Airtable] }
 */
export const Airtable = <P extends AirtableProfile = AirtableProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'airtable',
  name: 'Airtable',
  type: 'oauth',
  authorization: { url: 'https://airtable.com/oauth2/v1/authorize', params: { scope: 'user.email:read' } },
  token: 'https://airtable.com/oauth2/v1/token',
  userinfo: 'https://api.airtable.com/v0/meta/whoami',
  style: { bg: '#fcb400', text: '#000' },
  icon,
  options,
})

export default Airtable
