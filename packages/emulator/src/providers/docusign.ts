import type { ProviderMock } from '../provider-mock.ts'

export const docusign: ProviderMock = {
  id: 'docusign',
  sources: [
    'https://github.com/docusign/docusign-esign-node-client/blob/master/src/ApiClient.js',
    'https://github.com/docusign/docusign-esign-node-client/blob/master/src/oauth/UserInfo.js',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://account.docusign.com/oauth/auth', scope: ['signature'] },
  // The secret is accepted in the header only.
  token: { url: 'https://account.docusign.com/oauth/token', auth: ['basic'] },
  resources: [
    {
      url: 'https://account.docusign.com/oauth/userinfo',
      response: ({ uuid, name, given, family, email }) => ({
        sub: uuid,
        name,
        given_name: given,
        family_name: family,
        created: '2015-08-13T22:03:03.45',
        email,
        accounts: [{ account_id: '18b4799a', is_default: true, account_name: 'Emulated' }],
      }),
    },
  ],
  expects: ({ uuid, name, email }) => ({ id: uuid, name, email }),
}
