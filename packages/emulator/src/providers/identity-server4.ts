import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://sso.example.com'

export const identityServer4: ProviderMock = {
  id: 'identity-server4',
  sources: ['https://identityserver4.readthedocs.io/en/latest/reference/client.html'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/connect/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/connect/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/connect/userinfo`, response: claimsOf }],
  openid: {
    issuer,

    claims: ({ uuid }) => ({ sub: uuid, sid: '69D5E8', amr: ['pwd'], idp: 'local', auth_time: 1_700_000_000 }),
  },
  expects: expectedOf,
}
