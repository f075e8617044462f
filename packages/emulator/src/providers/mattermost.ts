import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://chat.example.com'

export const mattermost: ProviderMock = {
  id: 'mattermost',
  sources: [
    'https://developers.mattermost.com/integrate/apps/authentication/oauth2/',
    'https://github.com/mattermost/mattermost/blob/master/server/channels/web/oauth.go',
    'https://github.com/mattermost/mattermost-api-reference/blob/master/v4/source/definitions.yaml',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/oauth/authorize` },
  token: {
    url: `${issuer}/oauth/access_token`,
    auth: ['post'],
    response: ({ access_token, refresh_token }) => ({
      access_token,
      token_type: 'bearer',
      expires_in: 2_592_000,
      scope: 'user',
      refresh_token,
      id_token: null,
    }),
  },
  resources: [
    {
      url: `${issuer}/api/v4/users/me`,
      response: ({ uuid, username, given, family, email, emailVerified }) => ({
        id: uuid.replaceAll('-', '').slice(0, 26),
        create_at: 1_500_000_000_000,
        update_at: 1_500_000_000_000,
        delete_at: 0,
        username,
        auth_data: '',
        auth_service: '',
        email: email ?? '',
        email_verified: emailVerified,
        nickname: '',
        first_name: given,
        last_name: family,
        position: '',
        roles: 'system_user',
        locale: 'en',
      }),
    },
  ],
  expects: ({ uuid, username, email, emailVerified }) => ({
    id: uuid.replaceAll('-', '').slice(0, 26),
    name: username,
    email,
    emailVerified,
  }),
}
