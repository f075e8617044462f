import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://osso.example.com'

export const osso: ProviderMock = {
  id: 'osso',
  sources: [
    'https://github.com/enterprise-oss/osso-docs/blob/main/docs/consume/overview.mdx',
    'https://github.com/enterprise-oss/osso-rb/blob/main/lib/osso/routes/oauth.rb',
  ],
  read: '2026-11-21',
  // The trailing slash is required.
  options: { issuer: `${issuer}/` },
  authorization: { url: `${issuer}/oauth/authorize`, pkce: 'ignored' },
  token: {
    url: `${issuer}/oauth/token`,
    auth: ['basic', 'post'],
    response: ({ access_token }) => ({ access_token, token_type: 'bearer', expires_in: 600 }),
  },
  resources: [
    {
      url: `${issuer}/oauth/me`,
      response: ({ uuid, email }) => ({
        email: email ?? null,
        id: uuid,
        idp: 'Okta',
        requested: { domain: 'example.org', email: null },
      }),
    },
  ],
  expects: ({ uuid, email }) => ({ id: uuid, email }),
}
