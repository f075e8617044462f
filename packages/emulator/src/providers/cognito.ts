import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://cognito-idp.eu-west-2.amazonaws.com/eu-west-2_example'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  'cognito:username': person.username,
  token_use: 'id',
  auth_time: 1_700_000_000,
  origin_jti: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
})

export const cognito: ProviderMock = {
  id: 'cognito',
  sources: [
    'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: 'https://acme.auth.eu-west-2.amazoncognito.com/oauth2/authorize', scope: ['profile', 'email'] },
  token: { url: 'https://acme.auth.eu-west-2.amazoncognito.com/oauth2/token', auth: ['basic', 'post'] },
  resources: [{ url: 'https://acme.auth.eu-west-2.amazoncognito.com/oauth2/userInfo', response: claims }],
  openid: { issuer, claims },
  expects: expectedOf,
}
