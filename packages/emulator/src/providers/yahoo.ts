import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

export const yahoo: ProviderMock = {
  id: 'yahoo',
  sources: [
    'https://developer.yahoo.com/oauth2/guide/openid_connect/',
    'https://developer.yahoo.com/oauth2/guide/openid_connect/getting_started.html',
    'https://developer.yahoo.com/sign-in-with-yahoo/',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://api.login.yahoo.com/oauth2/request_auth', scope: ['profile', 'email'] },
  token: { url: 'https://api.login.yahoo.com/oauth2/get_token', auth: ['basic', 'post'] },
  resources: [{ url: 'https://api.login.yahoo.com/openid/v1/userinfo', response: claimsOf }],
  openid: { issuer: 'https://api.login.yahoo.com', algorithm: 'ES256', claims: claimsOf },
  expects: expectedOf,
}
