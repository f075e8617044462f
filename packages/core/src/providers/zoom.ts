import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/zoom-icon.ts'

/** The response of `GET /v2/users/me`. */
export interface ZoomProfile {
  id: string
  first_name?: string
  last_name?: string
  email?: string
  /** 1 basic, 2 licensed, 3 without Meetings. */
  type?: number
  role_name?: string
  /** The personal meeting id. */
  pmi?: number
  use_pmi?: boolean
  vanity_url?: string
  personal_meeting_url?: string
  timezone?: string
  verified?: number
  dept?: string
  created_at?: string
  last_login_time?: string
  last_client_version?: string
  pic_url?: string
  host_key?: string
  jid?: string
  group_ids?: string[]
  im_group_ids?: string[]
  account_id?: string
  language?: string
  phone_country?: string
  phone_number?: string
  status?: string
  [member: string]: unknown
}

/**
 * Zoom. The scopes are set in its marketplace. An administrator can enter the e-mail address, so it does not count as
 * verified. Source: https://developers.zoom.us/docs/rooms/oauth/ and
 * https://developers.zoom.us/blog/pcke-oauth-with-postman-rest-api/ (beginnings of the pages) and users/users.d.ts and
 * users/users.mjs of the package @zoom/rivet 0.4.0, the official client (the members of a user; both endpoint URLs; the
 * secret in HTTP Basic), 2026-11-21.
 * @example
 * // with AUTH_ZOOM_ID and AUTH_ZOOM_SECRET set; the callback is /auth/callback/zoom
 * import Zoom from '@authwright/core/providers/zoom'
 * const config = { providers: [Zoom] }
 */
export const Zoom = <P extends ZoomProfile = ZoomProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'zoom',
  name: 'Zoom',
  type: 'oauth',
  authorization: 'https://zoom.us/oauth/authorize',
  token: 'https://zoom.us/oauth/token',
  userinfo: 'https://api.zoom.us/v2/users/me',
  profile: ({ id, first_name: first, last_name: last, email, pic_url: image }) => ({
    id,
    name: [first, last].filter(Boolean).join(' '),
    email,
    image,
  }),
  style: { bg: '#0b5cff', text: '#fff' },
  icon,
  options,
})

export default Zoom
