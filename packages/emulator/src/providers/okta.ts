import type { Person } from '../person.ts'
import type { ProviderMock } from '../provider-mock.ts'
import { claimsOf, expectedOf } from '../standard-claims.ts'

const issuer = 'https://acme.okta.com'

const subOf = ({ number }: Person): string => `00u${number}`

export const okta: ProviderMock = {
  id: 'okta',
  sources: ['https://developer.okta.com/standards/OIDC/', 'https://github.com/UsefulSoftwareCo/executor/issues/1972'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/oauth2/v1/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth2/v1/token`, auth: ['basic', 'post'] },
  resources: [
    {
      url: `${issuer}/oauth2/v1/userinfo`,
      response: (person) => ({
        ...claimsOf(person),
        sub: subOf(person),
        locale: 'en-US',
        zoneinfo: 'America/Los_Angeles',
        updated_at: 1_700_000_000,
      }),
    },
  ],
  openid: {
    issuer,
    claims: (person) => ({
      sub: subOf(person),
      name: person.name,
      preferred_username: person.username,
      email: person.email,
      ver: 1,
      jti: 'ID.4eAWJOCMB3SX8XewDfVR',
      amr: ['pwd'],
      idp: '00ok1u7AsAkrwdZL3z0i3',
      auth_time: 1_700_000_000,
    }),
  },
  expects: (person) => ({ ...expectedOf(person), id: subOf(person) }),
}
