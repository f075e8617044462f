import type { Person } from '../person.ts'
import type { Json, Play } from '../play.ts'
import { claimsOf, expectedOf } from '../standard.ts'

const issuer = 'https://acme.withpassage.com'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  phone_number: '',
  phone_number_verified: false,
})

export const passage: Play = {
  id: 'passage',
  sources: ['https://docs.passage.id/hosted-login/oidc-client-configuration'],
  options: { issuer },
  authorization: { url: `${issuer}/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/userinfo`, answer: claims }],
  openid: { issuer, claims },
  expects: expectedOf,
}
