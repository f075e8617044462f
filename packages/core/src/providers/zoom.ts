import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v2/users/me` tells of a person. */
export interface ZoomProfile {
  id: string
  first_name?: string
  last_name?: string
  email?: string
  pic_url?: string
  [member: string]: unknown
}

/**
 * Zoom. Scopes are set in its marketplace. An address may be what an administrator wrote, so it is no proof. Source:
 * https://developers.zoom.us/docs/rooms/oauth/ and https://developers.zoom.us/blog/pcke-oauth-with-postman-rest-api/
 * (their beginnings) and users/users.d.ts and users/users.mjs of the package @zoom/rivet 0.4.0, its own client (the
 * members of a user; both addresses; the secret by the scheme Basic), 2026-11-21.
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
