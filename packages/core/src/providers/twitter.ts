import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/twitter-icon.ts'

/** The user profile that X returns, limited to the requested fields. */
export interface TwitterProfile {
  data: {
    id: string
    name?: string
    username: string
    profile_image_url?: string
    /**
     * Present only with the scope `users.email`, the requested field, and an application that X allows to request
     * e-mail addresses.
     */
    confirmed_email?: string
    description?: string
    location?: string
    url?: string
    protected?: boolean
    verified?: boolean
    created_at?: string
    pinned_tweet_id?: string
  }
  includes?: { tweets?: { id: string; text: string }[] }
  [member: string]: unknown
}

/**
 * X, formerly Twitter. To get e-mail addresses, allow it for the application in X's developer console, add the scope
 * `users.email` to `authorization.params.scope`, and add `confirmed_email` to `user.fields` in `userinfo.params`. X
 * returns only confirmed addresses. Source: https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
 * and https://docs.x.com/x-api/users/user-lookup-me, 2026-11-21.
 * @example
 * // with AUTH_TWITTER_ID and AUTH_TWITTER_SECRET set; the callback is /auth/callback/twitter
 * import Twitter from '@authwright/core/providers/twitter'
 * const config = { providers: [Twitter] }
 */
export const Twitter = <P extends TwitterProfile = TwitterProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
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
  icon,
  options,
})

export default Twitter
