import type { Person } from '../person.ts'
import type { Json, Play } from '../play.ts'
import { claimsOf, expectedOf } from '../standard.ts'

const issuer = 'https://acme.okta.com'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  sub: `00u${person.number}`,
  ver: 1,
  amr: ['pwd'],
  idp: '00o1',
  auth_time: 1_700_000_000,
})

export const okta: Play = {
  id: 'okta',
  sources: ['https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/'],
  options: { issuer },
  authorization: { url: `${issuer}/oauth2/v1/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth2/v1/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/oauth2/v1/userinfo`, answer: claims }],
  openid: { issuer, claims },
  expects: (person) => ({ ...expectedOf(person), id: `00u${person.number}` }),
}
