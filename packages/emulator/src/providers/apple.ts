import type { Person } from '../person.ts'
import type { ProviderMock } from '../provider-mock.ts'

const subOf = ({ number, uuid }: Person): string => `000${number}.${uuid.replaceAll('-', '')}.1210`

export const apple: ProviderMock = {
  id: 'apple',
  sources: ['https://developer.apple.com/documentation/signinwithapple'],
  read: '2026-11-21',
  authorization: {
    url: 'https://appleid.apple.com/auth/authorize',
    // Required if the request has a scope.
    parameters: { response_mode: 'form_post' },
    scope: ['name', 'email'],
    scopes: ['openid', 'name', 'email'],
    pkce: 'ignored',
    denial: 'user_cancelled_authorize',
    // Ada signs in for the first time. The others have consented before.
    response: ({ id, given, family, email }): Readonly<Record<string, string>> =>
      id === 'ada' ? { user: JSON.stringify({ name: { firstName: given, lastName: family }, email }) } : {},
  },
  token: { url: 'https://appleid.apple.com/auth/token', auth: ['post'] },
  openid: {
    issuer: 'https://appleid.apple.com',
    claims: (person) => ({
      sub: subOf(person),
      ...(person.email === undefined
        ? {}
        : { email: person.email, email_verified: String(person.emailVerified), is_private_email: 'false' }),
      auth_time: 1_700_000_000,
      nonce_supported: true,
    }),
  },
  expects: (person) => ({
    id: subOf(person),
    name: person.id === 'ada' ? person.name : person.email,
    email: person.email,
    emailVerified: person.emailVerified,
  }),
}
