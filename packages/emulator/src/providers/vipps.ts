import type { ProviderMock } from '../provider-mock.ts'

const host = 'https://api.vipps.no'
const issuer = `${host}/access-management-1.0/access/`

export const vipps: ProviderMock = {
  id: 'vipps',
  sources: [
    'https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/user-info',
    'https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/core-concepts/',
  ],
  read: '2026-11-21',
  authorization: {
    url: `${issuer}oauth2/auth`,
    scope: ['name', 'email'],
    scopes: ['openid', 'name', 'address', 'email', 'phoneNumber', 'birthDate'],
  },
  token: { url: `${issuer}oauth2/token`, auth: ['basic', 'post'] },
  resources: [
    {
      url: `${host}/vipps-userinfo-api/userinfo/`,
      response: ({ uuid, name, given, family, email, emailVerified }) => ({
        sub: uuid,
        sid: '7d78a726-af92-499e-b857-de263ef9a969',
        name,
        given_name: given,
        family_name: family,
        ...(email === undefined ? {} : { email, email_verified: emailVerified }),
      }),
    },
  ],
  openid: { issuer, claims: ({ uuid }) => ({ sub: uuid, auth_time: 1_700_000_000, sid: '7d78a726' }) },
  expects: ({ uuid, name, email, emailVerified }) => ({ id: uuid, name, email, emailVerified }),
}
