import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

export const google: ProviderMock = {
  id: 'google',
  sources: ['https://developers.google.com/identity/openid-connect/reference'],
  read: '2026-11-21',
  authorization: { url: 'https://accounts.google.com/o/oauth2/v2/auth', scope: ['profile', 'email'] },
  token: { url: 'https://oauth2.googleapis.com/token', auth: ['basic', 'post'] },
  resources: [{ url: 'https://openidconnect.googleapis.com/v1/userinfo', response: claimsOf }],
  openid: {
    issuer: 'https://accounts.google.com',
    claims: (person) => ({ azp: 'emulated-google', ...claimsOf(person) }),
  },
  expects: expectedOf,
}
