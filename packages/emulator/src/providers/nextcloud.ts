import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://cloud.example.com'

export const nextcloud: ProviderMock = {
  id: 'nextcloud',
  sources: [
    'https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html',
    'https://github.com/nextcloud/server/blob/master/apps/oauth2/openapi.json',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/index.php/apps/oauth2/authorize` },
  token: {
    url: `${issuer}/index.php/apps/oauth2/api/v1/token`,
    auth: ['basic', 'post'],
    body: 'either',
    response: ({ access_token, refresh_token }, { username }) => ({
      access_token,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token,
      user_id: username,
    }),
  },
  resources: [
    {
      url: `${issuer}/ocs/v2.php/cloud/user?format=json`,
      headers: { 'ocs-apirequest': 'true' },
      response: ({ username, name, email }) => ({
        ocs: {
          meta: { status: 'ok', statuscode: 200, message: 'OK' },
          data: {
            enabled: true,
            id: username,
            lastLogin: 1_600_000_000_000,
            backend: 'Database',
            quota: { free: 0, used: 0, total: 0, relative: 0, quota: -3 },
            email: email ?? null,
            phone: '',
            groups: ['admin'],
            language: 'en',
            locale: '',
            'display-name': name,
          },
        },
      }),
    },
  ],
  expects: ({ username, name, email }) => ({
    id: username,
    name,
    email,
    image: `${issuer}/index.php/avatar/${username}/512`,
  }),
}
