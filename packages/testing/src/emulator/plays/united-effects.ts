import type { Play } from '../play.ts'
import { claimsOf, expectedOf } from '../standard.ts'

const issuer = 'https://auth.unitedeffects.com/acme'

export const unitedEffects: Play = {
  id: 'united-effects',
  sources: ['https://github.com/UnitedEffects/ueauth'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/auth`, scope: ['profile', 'email'], parameters: { resource: issuer } },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/me`, answer: claimsOf }],
  openid: { issuer, claims: claimsOf },
  expects: expectedOf,
}
