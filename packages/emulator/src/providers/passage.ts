import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const issuer = 'https://acme.withpassage.com'

const claims = ({ uuid, email, emailVerified }: Person): Json & { readonly sub: string } => ({
  sub: uuid,
  ...(email === undefined ? {} : { email, email_verified: emailVerified }),
})

export const passage: ProviderMock = {
  id: 'passage',
  sources: ['https://docs.passage.id/hosted-login/oidc-client-configuration'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/authorize`, scope: ['email'], scopes: ['openid', 'email', 'phone'] },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: ({ uuid, email, emailVerified }) => ({ id: uuid, email, emailVerified }),
}
