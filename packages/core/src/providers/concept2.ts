import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The user profile that the Concept2 logbook returns. It does not say whether the e-mail address is verified. */
export interface Concept2Profile {
  data: {
    id: number
    username?: string
    first_name?: string
    last_name?: string
    gender?: string
    /** The date of birth. */
    dob?: string
    email?: string | null
    country?: string
    profile_image?: string | null
    age_restricted?: boolean
    email_permission?: boolean | null
    max_heart_rate?: number | null
    weight?: number | null
    logbook_privacy?: string | null
  }
  [member: string]: unknown
}

/**
 * Concept2. To write results, request that scope too. Scopes are separated by commas: `user:read,results:write`.
 * Source: https://log.concept2.com/developers/documentation/ (beginning of the page: the API, its versions,
 * `api/users/me`), 2026-11-21.
 * @unconfirmed The URLs of the authorization and token endpoints, the scope, and the members of a user.
 * @example
 * // with AUTH_CONCEPT2_ID and AUTH_CONCEPT2_SECRET set; the callback is /auth/callback/concept2
 * import Concept2 from '@authwright/core/providers/concept2'
 * const config = { providers: [Concept2] }
 */
export const Concept2 = <P extends Concept2Profile = Concept2Profile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'concept2',
  name: 'Concept2',
  type: 'oauth',
  authorization: { url: 'https://log.concept2.com/oauth/authorize', params: { scope: 'user:read' } },
  token: 'https://log.concept2.com/oauth/access_token',
  userinfo: 'https://log.concept2.com/api/users/me',
  profile: ({ data: { id, username: name, email, profile_image: image } }) => ({ id: String(id), name, email, image }),
  style: { bg: '#0b3d91', text: '#fff' },
  options,
})

export default Concept2
