import type { ProviderMock } from '../provider-mock.ts'

export const stackexchange: ProviderMock = {
  id: 'stackexchange',
  sources: ['https://api.stackexchange.com/docs/authentication', 'https://api.stackexchange.com/docs/me'],
  read: '2026-11-21',
  options: { key: 'an-api-key' },
  authorization: { url: 'https://stackoverflow.com/oauth' },
  token: {
    url: 'https://stackoverflow.com/oauth/access_token/json',
    auth: ['post'],
    response: ({ access_token }) => ({ access_token, expires: 86_400 }),
  },
  resources: [
    {
      url: 'https://api.stackexchange.com/2.3/me?site=stackoverflow&key=an-api-key',
      token: { query: 'access_token' },
      type: 'application/json; charset=utf-8',
      response: ({ number, name, username, picture }) => ({
        items: [
          {
            account_id: number,
            user_id: number + 1,
            is_employee: false,
            reputation: 101,
            user_type: 'registered',
            link: `https://stackoverflow.com/users/${number + 1}/${username}`,
            profile_image: picture,
            display_name: name,
          },
        ],
        has_more: false,
        quota_max: 10_000,
        quota_remaining: 9999,
      }),
    },
  ],
  expects: ({ number, name, picture }) => ({ id: String(number), name, image: picture }),
}
