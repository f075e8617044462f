import type { ProviderMock } from '../provider-mock.ts'

export const atlassian: ProviderMock = {
  id: 'atlassian',
  sources: [
    'https://developer.atlassian.com/cloud/oauth/getting-started/implementing-oauth-3lo',
    'https://developer.atlassian.com/cloud/oauth/getting-started/faq',
    'https://developer.atlassian.com/cloud/jira/software/oauth-2-3lo-apps/',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://auth.atlassian.com/authorize',
    parameters: { audience: 'api.atlassian.com' },
    scope: ['read:me'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://auth.atlassian.com/oauth/token',
    auth: ['basic', 'post'],
    body: 'either',
    response: ({ access_token, scope }) => ({ access_token, scope, expires_in: 3600, token_type: 'Bearer' }),
  },
  resources: [
    {
      url: 'https://api.atlassian.com/me',
      response: ({ number, username, name, email, picture }) => ({
        account_type: 'atlassian',
        account_id: `112233:${number}`,
        email: email ?? null,
        name,
        picture: picture ?? '',
        account_status: 'active',
        nickname: username,
        zoneinfo: 'Australia/Sydney',
        locale: 'en-US',
        extended_profile: { job_title: 'Designer', organization: 'mia@example.org', team_type: 'Design' },
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: `112233:${number}`, name, email, image: picture }),
}
