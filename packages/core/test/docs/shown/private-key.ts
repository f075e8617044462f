import type { OIDCConfig } from '@authwright/core/providers'

// The private JWK with its `kid`. The provider has the public key.
const key: JsonWebKey = JSON.parse(process.env['OP_PRIVATE_KEY'] ?? '{}')

export const work: OIDCConfig = {
  id: 'op',
  name: 'Work',
  type: 'oidc',
  issuer: 'https://login.example.com',
  clientId: '…',
  trustAllEmails: true,
  client: { token_endpoint_auth_method: 'private_key_jwt' },
  token: { clientPrivateKey: key },
}
