import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { expectedOf } from '../standard-claims.ts'

const issuer = 'https://acme.kinde.com'

const claims = ({ number, name, given, family, email, picture }: Person): Json & { readonly sub: string } => ({
  sub: `kp_${number}`,
  name,
  given_name: given,
  family_name: family,
  email,
  picture,
  org_codes: ['org_1234'],
  updated_at: 1_692_009_540,
})

export const kinde: ProviderMock = {
  id: 'kinde',
  sources: [
    'https://docs.kinde.com/build/tokens/about-id-tokens/',
    'https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/oauth2/auth`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth2/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/oauth2/v2/user_profile`, response: claims }],
  openid: { issuer, claims },
  expects: (person) => ({ ...expectedOf(person), id: `kp_${person.number}`, emailVerified: false }),
}
