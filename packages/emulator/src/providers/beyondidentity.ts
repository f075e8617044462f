import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const issuer = 'https://auth-us.beyondidentity.com/v1/tenants/1234/realms/5678/applications/9abc'

const claims = ({ uuid, name, username, email }: Person): Json & { readonly sub: string } => ({
  sub: uuid,
  name,
  preferred_username: username,
  email,
})

export const beyondidentity: ProviderMock = {
  id: 'beyondidentity',
  sources: ['https://developer.beyondidentity.com/docs/v0/getting-started/oidc-configuration'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: ({ uuid, name, email }) => ({ id: uuid, name, email }),
}
