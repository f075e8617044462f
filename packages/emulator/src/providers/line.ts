import type { Person } from '../person.ts'
import type { ProviderMock } from '../provider-mock.ts'

const subOf = ({ uuid }: Person): string => `U${uuid.replaceAll('-', '')}`

export const line: ProviderMock = {
  id: 'line',
  sources: [
    'https://developers.line.biz/en/docs/line-login/verify-id-token/',
    'https://developers.line.biz/en/reference/line-login/',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://access.line.me/oauth2/v2.1/authorize', scope: ['profile', 'email'] },
  token: { url: 'https://api.line.me/oauth2/v2.1/token', auth: ['post'] },
  resources: [
    {
      url: 'https://api.line.me/oauth2/v2.1/userinfo',
      response: (person) => ({ sub: subOf(person), name: person.name, picture: person.picture }),
    },
  ],
  openid: {
    issuer: 'https://access.line.me',
    algorithm: 'HS256',
    metadata: {
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: undefined,
      code_challenge_methods_supported: ['S256'],
    },
    claims: (person) => ({
      sub: subOf(person),
      amr: ['linesso'],
      name: person.name,
      picture: person.picture,
      email: person.email,
    }),
  },
  expects: (person) => ({ id: subOf(person), name: person.name, email: person.email, image: person.picture }),
}
