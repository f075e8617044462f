import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://authelia.example.com'

/** Every address counts as verified. */
const userinfoOf = (person: Person): Json => ({
  ...claimsOf(person),
  ...(person.email === undefined ? {} : { email: person.email, email_verified: true }),
})

export const authelia: ProviderMock = {
  id: 'authelia',
  sources: [
    'https://www.authelia.com/integration/openid-connect/introduction/',
    'https://www.authelia.com/integration/openid-connect/openid-connect-1.0-claims/',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/api/oidc/authorization`, scope: ['profile', 'email'], iss: issuer },
  token: { url: `${issuer}/api/oidc/token`, auth: ['basic'] },
  resources: [{ url: `${issuer}/api/oidc/userinfo`, response: userinfoOf }],
  openid: {
    issuer,
    metadata: { authorization_response_iss_parameter_supported: true },
    claims: ({ uuid }) => ({ sub: uuid, amr: ['pwd'] }),
  },
  expects: (person) => ({ ...expectedOf(person), emailVerified: person.email !== undefined }),
}
