import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://acme.eu.auth0.com/'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  sub: `auth0|${person.number}`,
  nickname: person.username,
  updated_at: '2026-01-01T00:00:00.000Z',
})

export const auth0: ProviderMock = {
  id: 'auth0',
  sources: ['https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}oauth/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: (person) => ({ ...expectedOf(person), id: `auth0|${person.number}` }),
}
