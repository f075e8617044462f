import type { OIDCConfig } from '@authwright/core/providers'

const key: JsonWebKey = JSON.parse(process.env['OP_PRIVATE_KEY'] ?? '{}') // with its `kid`; the provider has the public half

export const work: OIDCConfig = {
  id: 'op',
  name: 'Work',
  type: 'oidc',
  issuer: 'https://login.example.com',
  clientId: '…',
  client: { token_endpoint_auth_method: 'private_key_jwt' },
  token: { clientPrivateKey: key },
}
