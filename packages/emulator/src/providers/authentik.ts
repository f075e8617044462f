import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://login.example.com/application/o/my-app/'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  acr: 'goauthentik.io/providers/oauth2/default',
  groups: ['people'],
})

export const authentik: ProviderMock = {
  id: 'authentik',
  sources: ['https://docs.goauthentik.io/add-secure-apps/providers/oauth2/verify-email-address/'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: 'https://login.example.com/application/o/authorize/', scope: ['profile', 'email'] },
  token: { url: 'https://login.example.com/application/o/token/', auth: ['basic', 'post'] },
  resources: [{ url: 'https://login.example.com/application/o/userinfo/', response: claims }],
  openid: { issuer, claims },
  expects: expectedOf,
}
