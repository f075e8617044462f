import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://clean-mayfly-62.clerk.accounts.dev'

export const clerk: ProviderMock = {
  id: 'clerk',
  sources: ['https://clerk.com/docs/guides/configure/auth-strategies/oauth/single-sign-on'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/oauth/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth/token`, auth: ['basic', 'post'] },
  resources: [
    {
      url: `${issuer}/oauth/userinfo`,
      response: (person) => ({
        object: 'oauth_user_info',
        instance_id: 'ins_emulated',
        user_id: person.uuid,
        ...claimsOf(person),
        username: person.username,
        public_metadata: {},
      }),
    },
  ],
  openid: { issuer, claims: (person) => ({ ...claimsOf(person), jti: 'y3d2fkd8', public_metadata: {} }) },
  expects: expectedOf,
}
