import type { ProviderMock } from '../provider-mock.ts'

export const calendly: ProviderMock = {
  id: 'calendly',
  sources: [
    'https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/get-oauth-authorize.md',
    'https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/post-oauth-refresh-token.md',
    'https://developer.calendly.com/api-docs/calendly-api/users/get-user.md',
    'https://developer.calendly.com/how-to-find-the-organization-or-user-uri',
    'https://developer.calendly.com/docs/authentication/scopes',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://auth.calendly.com/oauth/authorize', scope: ['users:read'] },
  token: {
    url: 'https://auth.calendly.com/oauth/token',
    auth: ['basic'],
    response: (standard, { uuid }) => ({
      ...standard,
      created_at: 1_600_000_000,
      owner: `https://api.calendly.com/users/${uuid}`,
    }),
  },
  resources: [
    {
      url: 'https://api.calendly.com/users/me',
      response: ({ uuid, username, name, email, picture }) => ({
        resource: {
          uri: `https://api.calendly.com/users/${uuid}`,
          name,
          slug: username,
          email,
          scheduling_url: `https://calendly.com/${username}`,
          timezone: 'Europe/London',
          avatar_url: picture ?? null,
        },
      }),
    },
  ],
  expects: ({ uuid, name, email, picture }) => ({
    id: `https://api.calendly.com/users/${uuid}`,
    name,
    email,
    image: picture,
  }),
}
