import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://acme-1234.zitadel.cloud'

export const zitadel: ProviderMock = {
  id: 'zitadel',
  sources: ['https://zitadel.com/docs/apis/openidoauth/claims'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/oauth/v2/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth/v2/token`, auth: ['basic', 'post'] },
  resources: [
    {
      url: `${issuer}/oidc/v1/userinfo`,
      response: (person) => ({
        ...claimsOf(person),
        sub: String(person.number),
        updated_at: 1_658_329_554,
        locale: 'en',
      }),
    },
  ],
  openid: {
    issuer,
    claims: ({ number }) => ({
      sub: String(number),
      aud: ['emulated-zitadel', '170086774599581953'],
      azp: 'emulated-zitadel',
      client_id: 'emulated-zitadel',
      amr: ['password', 'pwd'],
      auth_time: 1_700_000_000,
    }),
  },
  expects: (person) => ({ ...expectedOf(person), id: String(person.number) }),
}
