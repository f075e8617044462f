import type { Play } from '../play.ts'
import { claimsOf, expectedOf } from '../standard.ts'

const issuer = 'https://authelia.example.com'

export const authelia: Play = {
  id: 'authelia',
  sources: ['https://www.authelia.com/integration/openid-connect/introduction/'],
  options: { issuer },
  authorization: { url: `${issuer}/api/oidc/authorization`, scope: ['profile', 'email'], iss: issuer },
  token: { url: `${issuer}/api/oidc/token`, auth: ['basic'] },
  resources: [{ url: `${issuer}/api/oidc/userinfo`, answer: claimsOf }],
  openid: {
    issuer,
    metadata: { authorization_response_iss_parameter_supported: true },
    claims: ({ uuid }) => ({ sub: uuid, amr: ['pwd'] }),
  },
  expects: expectedOf,
}
