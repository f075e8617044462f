import type { ProviderMock } from '../provider-mock.ts'

export const xero: ProviderMock = {
  id: 'xero',
  sources: ['https://github.com/XeroAPI/xero-node/blob/master/src/XeroClient.ts'],
  read: '2026-11-21',
  authorization: { url: 'https://login.xero.com/identity/connect/authorize', scope: ['profile', 'email'] },
  token: { url: 'https://identity.xero.com/connect/token', auth: ['basic', 'post'] },
  openid: {
    issuer: 'https://identity.xero.com',
    claims: ({ uuid, given, family, username, email }) => ({
      sub: uuid.replaceAll('-', ''),
      xero_userid: uuid,
      preferred_username: email ?? username,
      given_name: given,
      family_name: family,
      email,
      auth_time: 1_500_000_000,
    }),
  },
  expects: ({ uuid, name, email }) => ({ id: uuid.replaceAll('-', ''), name, email }),
}
