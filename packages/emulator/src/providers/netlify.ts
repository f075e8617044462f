import type { ProviderMock } from '../provider-mock.ts'

export const netlify: ProviderMock = {
  id: 'netlify',
  sources: [
    'https://github.com/netlify-labs/oauth-example/blob/master/functions/utils/auth.js',
    'https://github.com/netlify/open-api/blob/master/swagger.yml',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://app.netlify.com/authorize' },
  token: {
    url: 'https://api.netlify.com/oauth/token',
    auth: ['basic', 'post'],
    response: ({ access_token }) => ({
      access_token,
      token_type: 'Bearer',
      scope: 'public',
      created_at: 1_600_000_000,
    }),
  },
  resources: [
    {
      url: 'https://api.netlify.com/api/v1/user',
      response: ({ uuid, name, email, picture }) => ({
        id: uuid,
        uid: null,
        full_name: name,
        avatar_url: picture ?? null,
        email: email ?? '',
        affiliate_id: '',
        site_count: 1,
        created_at: '2020-01-01T00:00:00.000Z',
        last_login: '2020-01-01T00:00:00.000Z',
        login_providers: ['email'],
        onboarding_progress: {},
      }),
    },
  ],
  expects: ({ uuid, name, email, picture }) => ({ id: uuid, name, email, image: picture }),
}
