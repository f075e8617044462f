import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/reddit-icon.ts'

/** The response of `GET /api/v1/me`. It has no e-mail address. */
export interface RedditProfile {
  id: string
  name: string
  /** An HTML-escaped URL. */
  icon_img?: string
  [member: string]: unknown
}

/**
 * Reddit. It rejects requests without a `User-Agent`. For a refresh token set `duration: 'permanent'` in
 * `authorization.params`. `has_verified_email` comes without the e-mail address. Source:
 * https://github.com/reddit-archive/reddit/wiki/OAuth2 and r2/r2/lib/jsontemplates.py of
 * https://github.com/reddit-archive/reddit, the source code (`IdentityJsonTemplate`: `id` is the number of the account,
 * `name` its name), 2026-11-21.
 * @unconfirmed The picture, `icon_img`, which is newer than the published source code.
 * @example
 * // with AUTH_REDDIT_ID and AUTH_REDDIT_SECRET set; the callback is /auth/callback/reddit
 * import Reddit from '@authwright/core/providers/reddit'
 * const config = { providers: [Reddit] }
 */
export const Reddit = <P extends RedditProfile = RedditProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'reddit',
  name: 'Reddit',
  type: 'oauth',
  authorization: { url: 'https://www.reddit.com/api/v1/authorize', params: { scope: 'identity' } },
  token: 'https://www.reddit.com/api/v1/access_token',
  userinfo: 'https://oauth.reddit.com/api/v1/me',
  profile: ({ id, name, icon_img: image }) => ({ id, name, image: image?.replaceAll('&amp;', '&') }),
  style: { bg: '#ff4500', text: '#fff' },
  icon,
  options,
})

export default Reddit
