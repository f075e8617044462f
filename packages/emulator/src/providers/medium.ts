import type { ProviderMock } from '../provider-mock.ts'

export const medium: ProviderMock = {
  id: 'medium',
  sources: ['https://github.com/Medium/medium-api-docs/blob/master/api.md'],
  read: '2026-11-21',
  authorization: {
    url: 'https://medium.com/m/oauth/authorize',
    scope: ['basicProfile'],
    separator: ',',
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.medium.com/v1/tokens',
    auth: ['post'],
    response: ({ access_token, refresh_token }) => ({
      token_type: 'Bearer',
      access_token,
      refresh_token,
      scope: ['basicProfile'],
      expires_at: 4_441_832_000_000,
    }),
  },
  resources: [
    {
      url: 'https://api.medium.com/v1/me',
      response: ({ uuid, username, name, picture }) => ({
        data: {
          id: uuid,
          username,
          name,
          url: `https://medium.com/@${username}`,
          imageUrl: picture ?? '',
        },
      }),
    },
  ],
  expects: ({ uuid, name, picture }) => ({ id: uuid, name, image: picture }),
}
