import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v3/users/me/` tells of a person. */
export interface EventbriteProfile {
  id: string
  name?: string
  emails?: { email: string; verified?: boolean; primary: boolean }[]
  image_id?: string | null
  [member: string]: unknown
}

const primaryOf = ({ emails }: EventbriteProfile) => emails?.find(({ primary }) => primary)

const pictureOf = (id: string): string =>
  `https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F${id}%2F1%2Foriginal.jpg`

/**
 * Eventbrite. It has no scopes. No address counts as verified: addresses are said to come with a `verified` that
 * nothing of its own documents. Source: https://www.eventbrite.com/developer/v3/api_overview/authentication/ (its
 * beginning), https://www.eventbrite.com/developer/v3/endpoints/users/ (the address of the profile) and src/users.ts
 * of https://github.com/eventbrite/eventbrite-sdk-javascript, its own client, 2026-11-21.
 * @unconfirmed That `emails` is spelt so (its client says `email`), and the pictures.
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
  style: { bg: '#f05537', text: '#000' },
  options,
})

export default Eventbrite
