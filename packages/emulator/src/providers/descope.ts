import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://api.descope.com/emulated-descope'

export const descope: ProviderMock = {
  id: 'descope',
  sources: [
    'https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints',
    'https://docs.descope.com/customize/auth/oidc/',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://api.descope.com/oauth2/v1/authorize', scope: ['profile', 'email'] },
  token: { url: 'https://api.descope.com/oauth2/v1/token', auth: ['basic', 'post'] },
  resources: [{ url: 'https://api.descope.com/oauth2/v1/userinfo', response: claimsOf }],
  openid: { issuer, claims: claimsOf },
  expects: expectedOf,
}
