import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://api.asgardeo.io/t/acme/oauth2/token'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  org_name: 'acme',
  amr: ['BasicAuthenticator'],
})

export const asgardeo: ProviderMock = {
  id: 'asgardeo',
  sources: ['https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs/'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: 'https://api.asgardeo.io/t/acme/oauth2/authorize', scope: ['profile', 'email'] },
  token: { url: issuer, auth: ['basic', 'post'] },
  resources: [{ url: 'https://api.asgardeo.io/t/acme/oauth2/userinfo', response: claims }],
  openid: { issuer, claims },
  expects: expectedOf,
}
