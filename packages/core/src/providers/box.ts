import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/box-icon.ts'

/** The user profile that Box returns. It does not say whether the e-mail address is verified. */
export interface BoxProfile {
  id: string
  name?: string
  /** The e-mail address that the user signs in with. */
  login?: string
  avatar_url?: string
  [member: string]: unknown
}

/**
 * Box. The scopes are set on the application's page in Box. The client secret is sent in the body. Sources:
 * https://developer.box.com/reference/get-users-me/ and https://developer.box.com/reference/post-oauth2-token/,
 * 2026-11-21.
 * @example
 * // with AUTH_BOX_ID and AUTH_BOX_SECRET set; the callback is /auth/callback/box
 * import Box from '@authwright/core/providers/box'
 * const config = { providers: [Box] }
 */
export const Box = <P extends BoxProfile = BoxProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'box',
  name: 'Box',
  type: 'oauth',
  authorization: 'https://account.box.com/api/oauth2/authorize',
  token: 'https://api.box.com/oauth2/token',
  userinfo: 'https://api.box.com/2.0/users/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, login: email, avatar_url: image }) => ({ id, name, email, image }),
  style: { bg: '#0075c9', text: '#fff' },
  icon,
  options,
})

export default Box
