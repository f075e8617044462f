import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://gitea.example.com'

export const gitea: ProviderMock = {
  id: 'gitea',
  sources: ['https://docs.gitea.com/development/oauth2-provider'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/login/oauth/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/login/oauth/access_token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/login/oauth/userinfo`, response: claimsOf }],
  openid: {
    issuer,
    claims: (person) => ({
      ...claimsOf(person),
      sub: String(person.number),
      // Every user who can sign in is active.
      ...(person.email === undefined ? {} : { email_verified: true }),
    }),
  },
  expects: (person) => ({ ...expectedOf(person), id: String(person.number), emailVerified: false }),
}
