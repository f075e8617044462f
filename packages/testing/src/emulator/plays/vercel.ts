import type { Play } from '../play.ts'
import { claimsOf, expectedOf } from '../standard.ts'

export const vercel: Play = {
  id: 'vercel',
  sources: ['https://vercel.com/docs/sign-in-with-vercel'],
  authorization: { url: 'https://vercel.com/oauth/authorize', scope: ['profile', 'email'], pkce: 'required' },
  token: { url: 'https://api.vercel.com/login/oauth/token', auth: ['post'] },
  resources: [{ url: 'https://api.vercel.com/login/oauth/userinfo', answer: claimsOf }],
  openid: { issuer: 'https://vercel.com', claims: claimsOf },
  expects: expectedOf,
}
