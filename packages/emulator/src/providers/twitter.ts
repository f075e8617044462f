import type { ProviderMock } from '../provider-mock.ts'

export const twitter: ProviderMock = {
  id: 'twitter',
  sources: [
    'https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token',
    'https://docs.x.com/x-api/users/user-lookup-me',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://x.com/i/oauth2/authorize',
    scope: ['users.read', 'tweet.read'],
    pkce: 'required',
  },
  token: {
    url: 'https://api.x.com/2/oauth2/token',
    auth: ['basic'],
    response: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 7200 }),
  },
  resources: [
    {
      url: 'https://api.x.com/2/users/me',
      response: ({ number, name, username, picture }, { query }) => ({
        data: {
          id: String(number),
          name,
          username,
          ...(query.get('user.fields') === 'profile_image_url' && picture !== undefined
            ? { profile_image_url: picture }
            : {}),
        },
      }),
    },
  ],
  expects: ({ number, name, picture }) => ({ id: String(number), name, image: picture }),
}
