import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://keycloak.example.com/realms/main'
const protocol = `${issuer}/protocol/openid-connect`

export const keycloak: ProviderMock = {
  id: 'keycloak',
  sources: ['https://www.keycloak.org/securing-apps/oidc-layers'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${protocol}/auth`, scope: ['profile', 'email'], iss: issuer },
  token: { url: `${protocol}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${protocol}/userinfo`, response: claimsOf }],
  openid: { issuer, metadata: { authorization_response_iss_parameter_supported: true }, claims: claimsOf },
  expects: expectedOf,
}
