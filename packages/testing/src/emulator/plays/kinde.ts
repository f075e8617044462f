import type { Person } from '../person.ts'
import type { Json, Play } from '../play.ts'
import { claimsOf, expectedOf } from '../standard.ts'

const issuer = 'https://acme.kinde.com'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  sub: `kp_${person.number}`,
  org_codes: ['org_1234'],
})

export const kinde: Play = {
  id: 'kinde',
  sources: ['https://docs.kinde.com/build/tokens/about-id-tokens/'],
  options: { issuer },
  authorization: { url: `${issuer}/oauth2/auth`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth2/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/oauth2/v2/user_profile`, answer: claims }],
  openid: { issuer, claims },
  expects: (person) => ({ ...expectedOf(person), id: `kp_${person.number}` }),
}
