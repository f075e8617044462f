import type { Person } from '../person.ts'
import type { ProviderMock } from '../provider-mock.ts'

const subOf = ({ number }: Person): string => `${number}aF7`

export const linkedin: ProviderMock = {
  id: 'linkedin',
  sources: [
    'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
    'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow-native',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://www.linkedin.com/oauth/v2/authorization',
    scope: ['openid', 'profile', 'email'],
    pkce: 'unsupported',
    denial: 'user_cancelled_login',
  },
  token: {
    url: 'https://www.linkedin.com/oauth/v2/accessToken',
    auth: ['post'],
    response: ({ access_token, scope }) => ({
      access_token,
      expires_in: 5_184_000,
      scope: String(scope).replaceAll(' ', ','),
      token_type: 'Bearer',
    }),
  },
  resources: [
    {
      url: 'https://api.linkedin.com/v2/userinfo',
      response: (person) => ({
        sub: subOf(person),
        name: person.name,
        given_name: person.given,
        family_name: person.family,
        picture: person.picture,
        locale: { country: 'US', language: 'en' },
        ...(person.email === undefined ? {} : { email: person.email, email_verified: person.emailVerified }),
      }),
    },
  ],
  expects: (person) => ({
    id: subOf(person),
    name: person.name,
    email: person.email,
    image: person.picture,
    emailVerified: person.emailVerified,
  }),
}
