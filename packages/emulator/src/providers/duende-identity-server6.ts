import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://identity.example.com'

export const duendeIdentityServer6: ProviderMock = {
  id: 'duende-identity-server6',
  sources: ['https://docs.duendesoftware.com/identityserver/reference/models/client/'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/connect/authorize`, scope: ['profile', 'email'], pkce: 'required', iss: issuer },
  token: { url: `${issuer}/connect/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/connect/userinfo`, response: claimsOf }],
  openid: {
    issuer,
    metadata: { authorization_response_iss_parameter_supported: true },
    claims: ({ uuid }) => ({ sub: uuid, sid: '69D5E8', amr: ['pwd'], idp: 'local', auth_time: 1_700_000_000 }),
  },
  expects: expectedOf,
}
