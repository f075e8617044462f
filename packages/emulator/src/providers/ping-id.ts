import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://auth.pingone.eu/775527ff-9a37-4307-8b3d-cc311f58d925/as'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  env: '775527ff-9a37-4307-8b3d-cc311f58d925',
  acr: 'Single_Factor',
  sid: '8a5a9f4c',
})

export const pingId: ProviderMock = {
  id: 'ping-id',
  sources: [
    'https://developer.pingidentity.com/pingone-api/auth/openid-connect-oauth-2.html',
    'https://developer.pingidentity.com/pingone-api/foundations/pingone-roles-scopes-and-permissions/access-services-through-scopes-and-roles/openid-connect-oidc-scopes.html',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: expectedOf,
}
