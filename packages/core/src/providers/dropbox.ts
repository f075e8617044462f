import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/dropbox-icon.ts'

/** The response of `users/get_current_account`. */
export interface DropboxProfile {
  account_id: string
  name: { display_name: string }
  email?: string
  /** Whether the user has verified the e-mail address. */
  email_verified?: boolean
  profile_photo_url?: string
  [member: string]: unknown
}

/**
 * Dropbox. The account is requested by POST without a body. `token_access_type` requests a refresh token.
 * `email_verified` is documented as whether the user has verified the e-mail address. Source: users.stone of
 * https://github.com/dropbox/dropbox-api-spec, src/auth.js of https://github.com/dropbox/dropbox-sdk-js and
 * https://dropbox.tech/developers/using-oauth-2-0-with-offline-access (beginning of the page), 2026-11-21.
 * @example
 * // with AUTH_DROPBOX_ID and AUTH_DROPBOX_SECRET set; the callback is /auth/callback/dropbox
 * import Dropbox from '@authwright/core/providers/dropbox'
 * const config = { providers: [Dropbox] }
 */
export const Dropbox = <P extends DropboxProfile = DropboxProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'dropbox',
  name: 'Dropbox',
  type: 'oauth',
  authorization: {
    url: 'https://www.dropbox.com/oauth2/authorize',
    params: { scope: 'account_info.read', token_access_type: 'offline' },
  },
  token: 'https://api.dropboxapi.com/oauth2/token',
  userinfo: { url: 'https://api.dropboxapi.com/2/users/get_current_account', method: 'POST' },
  profile: ({ account_id: id, name, email, profile_photo_url: image }) => ({
    id,
    name: name.display_name,
    email,
    image,
  }),
  emailVerified: ({ email_verified: verified }) => verified === true,
  style: { bg: '#0061fe', text: '#fff' },
  icon,
  options,
})

export default Dropbox
