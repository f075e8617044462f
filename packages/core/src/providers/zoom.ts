import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /v2/users/me`. */
export interface ZoomProfile {
  id: string
  first_name?: string
  last_name?: string
  email?: string
  pic_url?: string
  [member: string]: unknown
}

/**
 * Zoom. The scopes are set in its marketplace. An administrator can enter the e-mail address, so it does not count as
 * verified. Source: https://developers.zoom.us/docs/rooms/oauth/ and
 * https://developers.zoom.us/blog/pcke-oauth-with-postman-rest-api/ (beginnings of the pages) and users/users.d.ts and
 * users/users.mjs of the package @zoom/rivet 0.4.0, the official client (the members of a user; both endpoint URLs; the
 * secret in HTTP Basic), 2026-11-21.
 */
export const Zoom = (options: OAuthUserConfig<ZoomProfile> = {}): OAuth2Config<ZoomProfile> => ({
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
  options,
})

export default Zoom
