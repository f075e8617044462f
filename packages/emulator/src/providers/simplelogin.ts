import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const issuer = 'https://app.simplelogin.io'

const claims = ({ number, name, email, emailVerified, picture }: Person): Json & { readonly sub: string } => ({
  id: number,
  sub: String(number),
  client: 'Emulated',
  name,
  avatar_url: picture ?? null,
  ...(email === undefined ? {} : { email, email_verified: emailVerified }),
})

export const simplelogin: ProviderMock = {
  id: 'simplelogin',
  sources: ['https://github.com/simple-login/app/blob/master/app/jose_utils.py'],
  read: '2026-11-21',
  authorization: { url: `${issuer}/oauth2/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth2/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/oauth2/userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: ({ number, name, email, emailVerified, picture }) => ({
    id: String(number),
    name,
    email,
    image: picture,
    emailVerified,
  }),
}
