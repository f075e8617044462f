import type { ProviderMock } from '../provider-mock.ts'

export const heroku: ProviderMock = {
  id: 'heroku',
  sources: [
    'https://devcenter.heroku.com/articles/oauth',
    'https://devcenter.heroku.com/changelog-items/284',
    'https://blog.heroku.com/oauth-for-platform-api-in-public-beta',
    'https://github.com/heroku/omniauth-heroku/blob/master/lib/omniauth/strategies/heroku.rb',
    'https://www.npmjs.com/package/@heroku-cli/schema',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://id.heroku.com/oauth/authorize', scope: ['identity'] },
  token: {
    url: 'https://id.heroku.com/oauth/token',
    auth: ['post'],
    response: (standard, { uuid }) => ({ ...standard, user_id: uuid, session_nonce: null }),
  },
  resources: [
    {
      url: 'https://api.heroku.com/account',
      headers: { accept: 'application/vnd.heroku+json; version=3' },
      response: ({ id, uuid, name, username, email }) => ({
        id: uuid,
        email: email ?? `${username}@users.example.org`,
        name: id === 'alan' ? null : name,
        verified: true,
        two_factor_authentication: false,
        created_at: '2012-01-01T12:00:00Z',
      }),
    },
  ],
  expects: ({ id, uuid, name, username, email = `${username}@users.example.org` }) => ({
    id: uuid,
    name: id === 'alan' ? email : name,
    email,
  }),
}
