import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject, readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/foursquare-icon.ts'

/** The response of `GET /v2/users/self`. The profile is in `response.user`. */
export interface FoursquareProfile {
  response: {
    user: {
      id: string
      firstName?: string
      lastName?: string
      photo?: { prefix: string; suffix: string }
      contact?: { email?: string }
    }
  }
  [member: string]: unknown
}

/**
 * Options of the Foursquare entry.
 * @example const options: FoursquareUserConfig = { apiVersion: '20240101' }
 */
export type FoursquareUserConfig<P = FoursquareProfile> = OAuthUserConfig<P> & {
  /**
   * The date that selects the API version, as `YYYYMMDD`. @default '20230131'
   * @example apiVersion: '20240101'
   */
  apiVersion?: string
}

/**
 * Foursquare, with version 2 of its API, which only applications created before November 2021 can use. It has no
 * scopes. The token is requested by GET, the token response has no `token_type`, and the access token is sent as a
 * query parameter. Source: https://docs.foursquare.com/developer/reference/v2-authentication and User.cs, Photo.cs and
 * Contact.cs of https://github.com/foursquare/foursquareapi-csharp, the official client, 2026-11-21.
 * @example
 * // with AUTH_FOURSQUARE_ID and AUTH_FOURSQUARE_SECRET set; the callback is /auth/callback/foursquare
 * import Foursquare from '@authwright/core/providers/foursquare'
 * const config = { providers: [Foursquare] }
 */
export const Foursquare = <P extends FoursquareProfile = FoursquareProfile>(
  options: FoursquareUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'foursquare',
  name: 'Foursquare',
  type: 'oauth',
  authorization: 'https://foursquare.com/oauth2/authenticate',
  token: {
    url: 'https://foursquare.com/oauth2/access_token',
    request: async ({ params, provider, fetch }) => {
      const { id, secret, tokenUrl } = readClient(provider)
      const query = new URLSearchParams([['client_id', id], ['client_secret', secret], ...params])
      return readTokens('Foursquare', await fetch(`${tokenUrl}?${query}`))
    },
  },
  userinfo: {
    url: `https://api.foursquare.com/v2/users/self?v=${options.apiVersion ?? '20230131'}`,
    request: async ({ tokens, provider, fetch }) => {
      const url = new URL(readClient(provider).userinfoUrl)
      url.searchParams.set('oauth_token', tokens.access_token ?? '')
      return readObject('Foursquare', await fetch(url))
    },
  },
  profile: ({ response: { user } }) => ({
    id: user.id,
    name: [user.firstName, user.lastName].filter(Boolean).join(' '),
    email: user.contact?.email,
    image: user.photo === undefined ? null : `${user.photo.prefix}original${user.photo.suffix}`,
  }),
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default Foursquare
