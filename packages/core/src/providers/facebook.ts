import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/facebook-icon.ts'

/** The user profile that the Graph API returns, limited to the requested fields. */
export interface FacebookProfile {
  /** Different for each application. */
  id: string
  name?: string
  email?: string
  picture?: { data?: { url?: string; is_silhouette?: boolean } }
  [member: string]: unknown
}

/**
 * Facebook. Every URL contains the version of the Graph API, because a URL without one uses the oldest version. The
 * profile does not say whether the e-mail address is verified. Source:
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow and
 * https://developers.facebook.com/docs/graph-api/changelog/versions, 2026-11-21.
 * @example
 * // with AUTH_FACEBOOK_ID and AUTH_FACEBOOK_SECRET set; the callback is /auth/callback/facebook
 * import Facebook from '@authwright/core/providers/facebook'
 * const config = { providers: [Facebook] }
 */
export const Facebook = <P extends FacebookProfile = FacebookProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'facebook',
  name: 'Facebook',
  type: 'oauth',
  authorization: { url: 'https://www.facebook.com/v26.0/dialog/oauth', params: { scope: 'email' } },
  token: 'https://graph.facebook.com/v26.0/oauth/access_token',
  userinfo: 'https://graph.facebook.com/v26.0/me?fields=id,name,email,picture',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, email, picture }) => ({ id, name, email, image: picture?.data?.url }),
  style: { bg: '#0866ff', text: '#fff' },
  icon,
  options,
})

export default Facebook
