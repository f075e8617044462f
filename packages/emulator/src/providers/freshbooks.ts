import type { ProviderMock } from '../provider-mock.ts'

export const freshbooks: ProviderMock = {
  id: 'freshbooks',
  sources: [
    'https://github.com/freshbooks/freshbooks-nodejs-sdk/blob/main/packages/api/src/APIClient.ts',
    'https://github.com/freshbooks/freshbooks-nodejs-sdk/blob/main/packages/api/src/models/User.ts',
    'https://www.freshbooks.com/api/scopes',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://auth.freshbooks.com/oauth/authorize', scope: ['user:profile:read'] },
  token: {
    url: 'https://api.freshbooks.com/auth/oauth/token',
    auth: ['post'],
    // The documentation has JSON. Older clients send a form.
    body: 'either',
    response: (standard) => ({
      ...standard,
      token_type: 'Bearer',
      created_at: 1_424_471_407,
      direct_buy_tokens: {},
    }),
  },
  resources: [
    {
      url: 'https://api.freshbooks.com/auth/api/v1/users/me',
      response: ({ number, given, family, email, username }) => ({
        response: {
          id: number,
          profile: { setup_complete: true, first_name: given, last_name: family },
          first_name: given,
          last_name: username === 'alan' ? null : family,
          email: email ?? '',
          confirmed_at: null,
          created_at: '2015-01-29T16:36:58Z',
          unconfirmed_email: null,
          setup_complete: true,
          phone_numbers: [{ title: '', number: null }],
          business_memberships: [],
          roles: [],
        },
      }),
    },
  ],
  expects: ({ number, given, name, email, username }) => ({
    id: String(number),
    name: username === 'alan' ? given : name,
    email,
  }),
}
