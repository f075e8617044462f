import type { ProviderMock } from '../provider-mock.ts'

export const canva: ProviderMock = {
  id: 'canva',
  sources: [
    'https://canva.dev/docs/connect/authentication',
    'https://canva.dev/docs/connect/api-reference/authentication',
    'https://canva.dev/docs/connect/api-reference/users/users-me',
    'https://www.canva.dev/docs/apps/rest-apis/reference/users/users-profile/',
    'https://github.com/canva-sdks/canva-connect-api-starter-kit',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://www.canva.com/api/oauth/authorize', scope: ['profile:read'], pkce: 'required' },
  token: { url: 'https://api.canva.com/rest/v1/oauth/token', auth: ['basic', 'post'] },
  resources: [
    {
      url: 'https://api.canva.com/rest/v1/users/me',
      response: ({ username }) => ({ team_user: { user_id: `au${username}`, team_id: 'Oemulated' } }),
    },
    {
      url: 'https://api.canva.com/rest/v1/users/me/profile',
      response: ({ name }) => ({ profile: { display_name: name } }),
    },
  ],
  expects: ({ username, name }) => ({ id: `au${username}`, name }),
}
