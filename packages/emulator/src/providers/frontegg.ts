import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const issuer = 'https://app-1234.frontegg.com'

const claims = ({ uuid, name, email, emailVerified, picture }: Person): Json & { readonly sub: string } => ({
  sub: uuid,
  name,
  ...(email === undefined ? {} : { email, email_verified: emailVerified }),
  metadata: {},
  roles: ['Reader'],
  permissions: [],
  tenantId: 'cedf6c58-7a2e-4d51-a1b6-0a9c8c6a4f6f',
  tenantIds: ['cedf6c58-7a2e-4d51-a1b6-0a9c8c6a4f6f'],
  profilePictureUrl: picture ?? null,
  type: 'userToken',
})

export const frontegg: ProviderMock = {
  id: 'frontegg',
  sources: [
    'https://docs.frontegg.com/docs/native-hosted-login',
    'https://developers.frontegg.com/ciam/guides/security-center/token-management/claims',
    'https://github.com/frontegg/frontegg-nextjs/blob/master/packages/nextjs/src/types/index.ts',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/oauth/authorize`, scope: ['profile', 'email'] },
  token: { url: `${issuer}/oauth/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}/oauth/userinfo`, response: claims }],
  openid: { issuer, discovery: `${issuer}/oauth/.well-known/openid-configuration`, claims },
  expects: ({ uuid, name, email, emailVerified, picture }) => ({
    id: uuid,
    name,
    email,
    image: picture,
    emailVerified,
  }),
}
