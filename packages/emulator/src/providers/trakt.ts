import type { ProviderMock } from '../provider-mock.ts'

export const trakt: ProviderMock = {
  id: 'trakt',
  sources: [
    'https://github.com/trakt/trakt-api/blob/main/projects/api/src/contracts/oauth/index.ts',
    'https://github.com/trakt/trakt-api/blob/main/projects/api/src/contracts/users/schema/response/settingsResponseSchema.ts',
    'https://docs.trakt.tv/docs/required-headers',
    'https://docs.trakt.tv/reference/authentication',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://trakt.tv/oauth/authorize', pkce: 'ignored' },
  token: {
    url: 'https://api.trakt.tv/oauth/token',
    auth: ['post'],
    body: 'json',
    headers: { 'user-agent': '*' },
    response: ({ access_token, refresh_token }) => ({
      access_token,
      token_type: 'bearer',
      expires_in: 86_400,
      refresh_token,
      scope: 'public',
      created_at: 1_487_889_741,
    }),
  },
  resources: [
    {
      url: 'https://api.trakt.tv/users/settings',
      // Requests without a User-Agent are rejected.
      headers: { 'trakt-api-version': '2', 'trakt-api-key': '{clientId}', 'user-agent': '*' },
      response: ({ uuid, username, name, picture }) => ({
        user: {
          username,
          private: false,
          name: username === 'alan' ? '' : name,
          vip: false,
          vip_ep: false,
          ids: { slug: username, uuid: uuid.replaceAll('-', '') },
          joined_at: '2010-09-25T17:49:25.000Z',
          location: '',
          about: '',
          gender: '',
          age: 0,
          images: { avatar: { full: picture ?? '' } },
        },
        account: { timezone: 'America/Los_Angeles', time_24hr: false, cover_image: null },
        sharing_text: { watching: '', watched: '' },
      }),
    },
  ],
  expects: ({ uuid, username, name, picture }) => ({
    id: uuid.replaceAll('-', ''),
    name: username === 'alan' ? username : name,
    image: picture,
  }),
}
