import type { ProviderMock } from '../provider-mock.ts'

const api = 'https://api.bitbucket.org/2.0/user'

export const bitbucket: ProviderMock = {
  id: 'bitbucket',
  sources: ['https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/'],
  read: '2026-11-21',
  authorization: { url: 'https://bitbucket.org/site/oauth2/authorize', scope: ['account', 'email'], pkce: 'ignored' },
  token: {
    url: 'https://bitbucket.org/site/oauth2/access_token',
    auth: ['basic', 'post'],
    response: ({ access_token, refresh_token, scope }) => ({
      access_token,
      scopes: scope,
      expires_in: 7200,
      refresh_token,
      token_type: 'bearer',
      state: 'authorization_code',
    }),
  },
  resources: [
    {
      url: api,
      response: ({ uuid, number, username, name, picture }) => ({
        type: 'user',
        uuid: `{${uuid}}`,
        account_id: `557058:${number}`,
        nickname: username,
        username,
        ...(username === 'alan' ? {} : { display_name: name }),
        account_status: 'active',
        created_on: '2015-03-02T09:42:07.000000+00:00',
        links: { self: { href: api }, ...(picture === undefined ? {} : { avatar: { href: picture } }) },
      }),
    },
    {
      url: `${api}/emails`,
      response: ({ email, emailVerified }) => ({
        pagelen: 10,
        size: 2,
        page: 1,
        values: [
          { type: 'email', email: 'old@example.org', is_primary: false, is_confirmed: true },
          ...(email === undefined ? [] : [{ type: 'email', email, is_primary: true, is_confirmed: emailVerified }]),
        ],
      }),
    },
  ],
  expects: ({ number, username, name, email, emailVerified, picture }) => ({
    id: `557058:${number}`,
    name: username === 'alan' ? username : name,
    email: emailVerified ? email : undefined,
    image: picture,
    emailVerified,
  }),
}
