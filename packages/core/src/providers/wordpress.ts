import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/wordpress-icon.ts'

/** The response of `GET /rest/v1/me`. */
export interface WordPressProfile {
  ID: number
  display_name?: string
  username?: string
  email?: string
  avatar_URL?: string
  [member: string]: unknown
}

/**
 * WordPress.com. The scope `auth` only identifies the user. Source:
 * https://developer.wordpress.com/docs/api/1.1/get/me/ and https://github.com/Automattic/node-wpcom-oauth, the official
 * client, 2026-11-21.
 * @example
 * // with AUTH_WORDPRESS_ID and AUTH_WORDPRESS_SECRET set; the callback is /auth/callback/wordpress
 * import WordPress from '@authwright/core/providers/wordpress'
 * const config = { providers: [WordPress] }
 */
export const WordPress = <P extends WordPressProfile = WordPressProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'wordpress',
  name: 'WordPress.com',
  type: 'oauth',
  authorization: { url: 'https://public-api.wordpress.com/oauth2/authorize', params: { scope: 'auth' } },
  token: 'https://public-api.wordpress.com/oauth2/token',
  userinfo: 'https://public-api.wordpress.com/rest/v1/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ ID: id, display_name: name, username, email, avatar_URL: image }) => ({
    id: String(id),
    name: name || username,
    email,
    image,
  }),
  style: { bg: '#0073aa', text: '#fff' },
  icon,
  options,
})

export default WordPress
