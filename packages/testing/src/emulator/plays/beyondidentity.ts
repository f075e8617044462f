import type { Play } from '../play.ts'
import { claimsOf, expectedOf } from '../standard.ts'

const issuer = 'https://auth-us.beyondidentity.com/v1/tenants/1234/realms/5678/applications/9abc'

export const beyondidentity: Play = {
  id: 'beyondidentity',
  sources: ['https://developer.beyondidentity.com'],
  options: { issuer },
  authorization: { url: `${issuer}/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/userinfo`, answer: claimsOf }],
  openid: { issuer, claims: claimsOf },
  expects: expectedOf,
}
