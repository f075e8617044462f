import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { expectedOf } from '../standard-claims.ts'

const issuer = 'https://acme.logto.app/oidc'

/** The name is present only if the user entered one. */
const claims = ({ id, number, name, username, email, emailVerified, picture }: Person): Json & { sub: string } => ({
  sub: `lo${number}`,
  name: id === 'grace' ? null : name,
  picture: picture ?? null,
  updated_at: 1_700_000_000_000,
  username,
  created_at: 1_700_000_000_000,
  ...(email === undefined ? {} : { email, email_verified: emailVerified }),
})

export const logto: ProviderMock = {
  id: 'logto',
  sources: ['https://docs.logto.io/quick-starts'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/auth`, scope: ['profile', 'email'], iss: issuer },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/me`, response: claims }],
  openid: { issuer, metadata: { authorization_response_iss_parameter_supported: true }, claims },
  expects: (person) => ({
    ...expectedOf(person),
    id: `lo${person.number}`,
    name: person.id === 'grace' ? person.username : person.name,
  }),
}
