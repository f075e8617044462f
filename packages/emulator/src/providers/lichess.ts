import type { ProviderMock } from '../provider-mock.ts'

export const lichess: ProviderMock = {
  id: 'lichess',
  sources: [
    'https://lichess.org/api#tag/OAuth',
    'https://lichess.org/api#tag/Account',
    'https://github.com/lichess-org/lila',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://lichess.org/oauth', scope: ['email:read'], pkce: 'required' },
  token: {
    url: 'https://lichess.org/api/token',
    auth: ['none'],
    response: ({ access_token }) => ({ token_type: 'Bearer', access_token, expires_in: 31_536_000 }),
  },
  resources: [
    {
      url: 'https://lichess.org/api/account',
      response: ({ username }) => ({
        id: username,
        username: username.toUpperCase(),
        perfs: { blitz: { games: 7, rating: 1500 } },
        createdAt: 1_290_415_680_000,
        url: `https://lichess.org/@/${username}`,
      }),
    },
    {
      url: 'https://lichess.org/api/account/email',
      response: ({ email }) => (email === undefined ? undefined : { email }),
    },
  ],
  expects: ({ username, email }) => ({ id: username, name: username.toUpperCase(), email }),
}
