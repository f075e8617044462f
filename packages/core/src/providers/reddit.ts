import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /api/v1/me` tells of a person; no address is among it. */
export interface RedditProfile {
  id: string
  name: string
  /** An address as it stands in HTML, its ampersands escaped. */
  icon_img?: string
  [member: string]: unknown
}

/**
 * Reddit. It turns away clients that do not name themselves in `User-Agent`. A lasting token needs `duration:
 * 'permanent'` in `authorization.params`. `has_verified_email` comes without the address. Source:
 * https://github.com/reddit-archive/reddit/wiki/OAuth2 and r2/r2/lib/jsontemplates.py of
 * https://github.com/reddit-archive/reddit (`IdentityJsonTemplate`: `id` is the number of the account, `name` its
 * name), its own code, 2026-11-21.
 * @unconfirmed The picture, `icon_img`, which is younger than the code that was published.
 */
export const Reddit = (options: OAuthUserConfig<RedditProfile> = {}): OAuth2Config<RedditProfile> => ({
  id: 'reddit',
  name: 'Reddit',
  type: 'oauth',
  authorization: { url: 'https://www.reddit.com/api/v1/authorize', params: { scope: 'identity' } },
  token: 'https://www.reddit.com/api/v1/access_token',
  userinfo: 'https://oauth.reddit.com/api/v1/me',
  profile: ({ id, name, icon_img: icon }) => ({ id, name, image: icon?.replaceAll('&amp;', '&') }),
  style: { bg: '#FF4500', text: '#000' },
  options,
})

export default Reddit
