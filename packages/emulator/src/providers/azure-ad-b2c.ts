import type { ProviderMock } from '../provider-mock.ts'

const host = 'https://contoso.b2clogin.com'
const issuer = `${host}/tfp/775527ff-9a37-4307-8b3d-cc311f58d925/B2C_1_signin/v2.0/`
const flow = `${host}/contoso.onmicrosoft.com/B2C_1_signin/oauth2/v2.0`

export const azureAdB2c: ProviderMock = {
  id: 'azure-ad-b2c',
  sources: ['https://github.com/AzureAD/microsoft-identity-web/wiki/Azure-AD-B2C-issuer-claim-support'],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${flow}/authorize` },
  token: { url: `${flow}/token`, auth: ['post', 'basic'] },
  openid: {
    issuer,
    claims: ({ id, uuid, name, given, family, username, email }) => ({
      sub: uuid,
      oid: uuid,
      ver: '1.0',
      tfp: 'B2C_1_signin',
      auth_time: 1_700_000_000,
      given_name: given,
      family_name: family,
      // A user flow sends only the configured claims.
      ...(id === 'alan' ? { preferred_username: username } : { name }),
      ...(email === undefined ? {} : { emails: [email] }),
    }),
  },
  expects: ({ id, uuid, name, username, email }) => ({ id: uuid, name: id === 'alan' ? username : name, email }),
}
