import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://acme.projects.oryapis.com'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  sid: '8a5a9f4c',
  auth_time: 1_700_000_000,
  rat: 1_700_000_000,
})

export const hydra: ProviderMock = {
  id: 'hydra',
  module: 'ory-hydra',
  sources: ['https://www.ory.com/docs/oauth2-oidc/authorization-code-flow'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/oauth2/auth`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth2/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: expectedOf,
}
