import type { Person } from '../person.ts'
import type { Json, Play } from '../play.ts'
import { claimsOf, expectedOf } from '../standard.ts'

const issuer = 'https://acme.onelogin.com/oidc/2'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  groups: ['people'],
})

export const onelogin: Play = {
  id: 'onelogin',
  sources: ['https://github.com/onelogin/onelogin-oidc-node'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/auth`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/me`, answer: claims }],
  openid: { issuer, claims },
  expects: expectedOf,
}
