import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const issuer = 'https://acme.onelogin.com/oidc/2'

const claims = ({ number, name, given, family, email, username }: Person): Json & { readonly sub: string } => ({
  sub: String(number),
  name,
  given_name: given,
  family_name: family,
  preferred_username: username,
  email,
  groups: ['people'],
  updated_at: 1_500_000_000,
})

export const onelogin: ProviderMock = {
  id: 'onelogin',
  sources: ['https://developers.onelogin.com/openid-connect/api/provider-config'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/auth`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/me`, response: claims }],
  openid: { issuer, claims },
  expects: ({ number, name, email }) => ({ id: String(number), name, email }),
}
