import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What X tells of a person, of the fields that were asked for. */
export interface TwitterProfile {
  data: {
    id: string
    name?: string
    username: string
    profile_image_url?: string
    /** Only with the scope `users.email`, the field asked for, and an application that X lets ask for addresses. */
    confirmed_email?: string
  }
  [member: string]: unknown
}

/**
 * X, formerly Twitter. To be told addresses, let the application ask for them in X's developer console, add the scope
 * `users.email` to `authorization.params.scope` and `confirmed_email` to `user.fields` of `userinfo.params`; X
 * confirmed what it tells. Source: https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token and
 * https://docs.x.com/x-api/users/user-lookup-me, 2026-11-21.
 */
export const Twitter = (options: OAuthUserConfig<TwitterProfile> = {}): OAuth2Config<TwitterProfile> => ({
  id: 'twitter',
  name: 'Twitter',
  type: 'oauth',
  authorization: {
    url: 'https://x.com/i/oauth2/authorize',
    params: { scope: 'users.read tweet.read offline.access' },
  },
  token: 'https://api.x.com/2/oauth2/token',
  userinfo: 'https://api.x.com/2/users/me?user.fields=profile_image_url',
  profile: ({ data: { id, name, confirmed_email: email, profile_image_url: image } }) => ({ id, name, email, image }),
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Twitter
