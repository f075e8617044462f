import type { ProviderMock } from '../provider-mock.ts'

export const kick: ProviderMock = {
  id: 'kick',
  sources: [
    'https://docs.kick.com/getting-started/generating-tokens-oauth2-flow',
    'https://docs.kick.com/scopes/scopes',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://id.kick.com/oauth/authorize', scope: ['user:read'], pkce: 'required' },
  token: { url: 'https://id.kick.com/oauth/token', auth: ['post'] },
  resources: [
    {
      url: 'https://api.kick.com/public/v1/users',
      response: ({ number, username, email, picture }) => ({
        data: [{ email: email ?? '', name: username, profile_picture: picture ?? '', user_id: number }],
        message: 'OK',
      }),
    },
  ],
  expects: ({ number, username, email, picture }) => ({ id: String(number), name: username, email, image: picture }),
}
