import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://slack.com'

const claims = (person: Person): Json & { readonly sub: string } => ({
  ...claimsOf(person),
  sub: `U${person.number}`,
  'https://slack.com/user_id': `U${person.number}`,
  'https://slack.com/team_id': 'T0R7GR',
  date_email_verified: 1_622_128_723,
  locale: 'en-US',
})

export const slack: ProviderMock = {
  id: 'slack',
  sources: ['https://docs.slack.dev/reference/methods/openid.connect.userInfo/', 'https://api.slack.com/types/user'],
  read: '2026-11-21',
  authorization: { url: `${issuer}/openid/connect/authorize`, scope: ['profile', 'email'], pkce: 'ignored' },
  token: {
    url: `${issuer}/api/openid.connect.token`,
    auth: ['basic', 'post'],
    response: (standard) => ({ ok: true, ...standard }),
  },
  resources: [
    {
      url: `${issuer}/api/openid.connect.userInfo`,
      method: 'POST',
      response: (person) => ({ ok: true, ...claims(person) }),
    },
  ],
  openid: { issuer, claims },
  expects: (person) => ({ ...expectedOf(person), id: `U${person.number}` }),
}
