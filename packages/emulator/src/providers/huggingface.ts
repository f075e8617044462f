import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://huggingface.co'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  profile: `https://huggingface.co/${person.username}`,
  isPro: false,
})

export const huggingface: ProviderMock = {
  id: 'huggingface',
  sources: ['https://huggingface.co/docs/hub/oauth'],
  read: '2026-11-21',
  authorization: { url: `${issuer}/oauth/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/oauth/userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: expectedOf,
}
