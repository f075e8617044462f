import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const issuer = 'https://id.twitch.tv/oauth2'

const mayTell = ({ username, email, emailVerified, picture }: Person): Json => ({
  preferred_username: username,
  ...(email === undefined ? {} : { email, email_verified: emailVerified }),
  picture,
})

/** The names of the claims that the application requests in the ID token (OpenID Connect Core §5.5). */
const askedFor = (query: URLSearchParams): readonly string[] => {
  const claims = JSON.parse(query.get('claims') ?? '{}') as { readonly id_token?: Json }
  return Object.keys(claims.id_token ?? {})
}

export const twitch: ProviderMock = {
  id: 'twitch',
  sources: ['https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/'],
  read: '2026-11-21',
  authorization: {
    url: `${issuer}/authorize`,
    scope: ['user:read:email'],
    scopes: ['openid', 'user:read:email', 'bits:read', 'channel:read:subscriptions'],
    pkce: 'ignored',
  },
  token: {
    url: `${issuer}/token`,
    auth: ['post'],
    response: ({ scope, ...rest }) => ({ ...rest, scope: String(scope).split(' '), token_type: 'bearer' }),
  },
  resources: [
    { url: `${issuer}/userinfo`, response: (person) => ({ sub: String(person.number), ...mayTell(person) }) },
  ],
  openid: {
    issuer,
    metadata: { jwks_uri: `${issuer}/emulated/jwks`, claims_parameter_supported: true },
    claims: (person, query) => ({
      sub: String(person.number),
      azp: 'emulated-twitch',
      ...Object.fromEntries(Object.entries(mayTell(person)).filter(([claim]) => askedFor(query).includes(claim))),
    }),
  },
  expects: ({ number, username, email, emailVerified, picture }) => ({
    id: String(number),
    name: username,
    email,
    image: picture,
    emailVerified,
  }),
}
