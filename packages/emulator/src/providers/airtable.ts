import type { ProviderMock } from '../provider-mock.ts'

export const airtable: ProviderMock = {
  id: 'airtable',
  sources: [
    'https://airtable.com/developers/web/api/oauth-reference',
    'https://airtable.com/developers/web/api/get-user-id-scopes',
    'https://github.com/Airtable/oauth-example/blob/main/index.js',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://airtable.com/oauth2/v1/authorize', scope: ['user.email:read'], pkce: 'required' },
  token: { url: 'https://airtable.com/oauth2/v1/token', auth: ['basic'] },
  resources: [
    {
      url: 'https://api.airtable.com/v0/meta/whoami',
      response: ({ username, email }) => ({
        id: `usr${username}`,
        scopes: ['user.email:read'],
        email,
      }),
    },
  ],
  expects: ({ username, email }) => ({ id: `usr${username}`, email }),
}
