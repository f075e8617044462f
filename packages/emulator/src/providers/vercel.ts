import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { expectedOf } from '../standard-claims.ts'

const claims = ({ uuid, name, username, email, picture }: Person): Json & { readonly sub: string } => ({
  sub: uuid,
  name,
  preferred_username: username,
  email,
  picture,
})

export const vercel: ProviderMock = {
  id: 'vercel',
  sources: [
    'https://vercel.com/docs/sign-in-with-vercel/tokens',
    'https://vercel.com/docs/sign-in-with-vercel/authorization-server-api',
    'https://vercel.com/.well-known/oauth-authorization-server',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://vercel.com/oauth/authorize', scope: ['profile', 'email'], pkce: 'required' },
  token: { url: 'https://api.vercel.com/login/oauth/token', auth: ['basic', 'post'] },
  resources: [{ url: 'https://api.vercel.com/login/oauth/userinfo', response: claims }],
  openid: { issuer: 'https://vercel.com', claims },
  expects: (person) => ({ ...expectedOf(person), emailVerified: false }),
}
