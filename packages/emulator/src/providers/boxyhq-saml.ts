import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://sso.example.com'

export const boxyhqSaml: ProviderMock = {
  id: 'boxyhq-saml',
  sources: [
    'https://boxyhq.com/docs/jackson/sso-flow',
    'https://github.com/boxyhq/jackson/blob/main/npm/src/saml/lib.ts',
    'https://github.com/boxyhq/jackson/blob/main/npm/src/controller/oauth.ts',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: {
    url: `${issuer}/api/oauth/authorize`,
    // As in every example of the documentation.
    parameters: { provider: 'saml' },
    // The scope `openid` is available only if the instance has signing keys.
    scopes: [],
  },
  token: {
    url: `${issuer}/api/oauth/token`,
    auth: ['basic', 'post'],
    body: 'either',
    response: ({ access_token }) => ({ access_token, token_type: 'bearer', expires_in: 300 }),
  },
  resources: [
    {
      url: `${issuer}/api/oauth/userinfo`,
      response: ({ id, uuid, given, family, email }) => ({
        id: uuid,
        email,
        firstName: given,
        ...(id === 'alan' ? {} : { lastName: family }),
        requested: { tenant: 'example.org', product: 'emulated', client_id: 'emulated-boxyhq-saml', state: '' },
        raw: { id: uuid, email, 'urn:oid:0.9.2342.19200300.100.1.1': uuid },
      }),
    },
  ],
  expects: ({ id, uuid, given, name, email }) => ({
    id: `example.org/emulated/${uuid}`,
    name: id === 'alan' ? given : name,
    email,
  }),
}
