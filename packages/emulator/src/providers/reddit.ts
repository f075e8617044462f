import type { ProviderMock } from '../provider-mock.ts'

export const reddit: ProviderMock = {
  id: 'reddit',
  sources: [
    'https://github.com/reddit-archive/reddit/wiki/OAuth2',
    'https://github.com/reddit-archive/reddit/blob/master/r2/r2/lib/jsontemplates.py',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://www.reddit.com/api/v1/authorize',
    scope: ['identity'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://www.reddit.com/api/v1/access_token',
    auth: ['basic'],
    headers: { 'user-agent': '*' },
    response: ({ access_token, scope }) => ({ access_token, token_type: 'bearer', expires_in: 86_400, scope }),
  },
  resources: [
    {
      url: 'https://oauth.reddit.com/api/v1/me',
      headers: { 'user-agent': '*' },
      response: ({ number, username, picture }) => ({
        id: number.toString(36),
        name: username,
        created_utc: 1_234_567_890,
        icon_img: picture === undefined ? '' : `${picture}?width=256&amp;s=1`,
        link_karma: 1,
        comment_karma: 1,
        is_suspended: false,
        over_18: false,
        verified: true,
        has_verified_email: true,
        subreddit: { display_name: `u_${username}`, title: '' },
      }),
    },
  ],
  expects: ({ number, username, picture }) => ({
    id: number.toString(36),
    name: username,
    ...(picture === undefined ? {} : { image: `${picture}?width=256&s=1` }),
  }),
}
