import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /v3/users/me/`. */
export interface EventbriteProfile {
  id: string
  name?: string
  first_name?: string
  last_name?: string
  emails?: { email: string; verified?: boolean; primary: boolean }[]
  image_id?: string | null
  [member: string]: unknown
}

const primaryOf = ({ emails }: EventbriteProfile) => emails?.find(({ primary }) => primary)

const pictureOf = (id: string): string =>
  `https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F${id}%2F1%2Foriginal.jpg`

/**
 * Eventbrite. It has no scopes. No e-mail address counts as verified: other libraries report a member `verified` that
 * Eventbrite does not document. Source: https://www.eventbrite.com/developer/v3/api_overview/authentication/ (beginning
 * of the page), https://www.eventbrite.com/developer/v3/endpoints/users/ (the profile URL) and src/users.ts of
 * https://github.com/eventbrite/eventbrite-sdk-javascript, the official client, 2026-11-21.
 * @unconfirmed The spelling of `emails` (the official client has `email`), and the pictures.
 * @example
 * // with AUTH_EVENTBRITE_ID and AUTH_EVENTBRITE_SECRET set; the callback is /auth/callback/eventbrite
 * import Eventbrite from '@authwright/core/providers/eventbrite'
 * const config = { providers: [Eventbrite] }
 */
export const Eventbrite = <P extends EventbriteProfile = EventbriteProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
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
