import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v3/users/me/` tells of a person. */
export interface EventbriteProfile {
  id: string
  name?: string
  emails?: { email: string; verified: boolean; primary: boolean }[]
  image_id?: string | null
  [member: string]: unknown
}

const primaryOf = ({ emails }: EventbriteProfile) => emails?.find(({ primary }) => primary)

const pictureOf = (id: string): string =>
  `https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F${id}%2F1%2Foriginal.jpg`

/**
 * Eventbrite. It has no scopes. Each address says of itself whether it is verified. Source:
 * https://www.eventbrite.com/developer/v3/api_overview/authentication/ (its beginning) and src/users.ts of
 * https://github.com/eventbrite/eventbrite-sdk-javascript, its own client, 2026-11-21; that an address says whether it
 * is verified, and the pictures, as the ecosystem has them.
 */
export const Eventbrite = (options: OAuthUserConfig<EventbriteProfile> = {}): OAuth2Config<EventbriteProfile> => ({
  id: 'eventbrite',
  name: 'Eventbrite',
  type: 'oauth',
  authorization: 'https://www.eventbrite.com/oauth/authorize',
  token: 'https://www.eventbrite.com/oauth/token',
  userinfo: 'https://www.eventbriteapi.com/v3/users/me/',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: (profile) => ({
    id: profile.id,
    name: profile.name,
    email: primaryOf(profile)?.email,
    image: profile.image_id ? pictureOf(profile.image_id) : null,
  }),
  emailVerified: (profile) => primaryOf(profile)?.verified === true,
  style: { bg: '#f05537', text: '#000' },
  options,
})

export default Eventbrite
