import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://auth.bankid.no/auth/realms/prod'
const protocol = `${issuer}/protocol/openid-connect`

export const bankidNo: ProviderMock = {
  id: 'bankid-no',
  sources: ['https://confluence.bankidnorge.no/confluence/pdoidcl/technical-documentation/api'],
  read: '2026-11-21',
  authorization: { url: `${protocol}/auth`, scope: ['profile', 'email'] },
  token: { url: `${protocol}/token`, auth: ['basic', 'post'] },
  resources: [
    {
      url: `${protocol}/userinfo`,
      signed: true,
      response: ({ uuid, number, name, given, family, email }) => ({
        sub: uuid,
        bankid_altsub: `9578-6000-4-${number}`,
        name,
        given_name: given,
        family_name: family,
        birthdate: '1815-12-10',
        updated_at: 1_519_992_419_860,
        email,
      }),
    },
  ],
  openid: {
    issuer,
    claims: ({ uuid, number, name, given, family }) => ({
      sub: uuid,
      typ: 'ID',
      azp: 'emulated-bankid-no',
      acr: 'urn:bankid:bid;LOA=4',
      amr: 'BID',
      bankid_altsub: `9578-6000-4-${number}`,
      name,
      given_name: given,
      family_name: family,
    }),
  },
  expects: ({ uuid, name, email }) => ({ id: uuid, name, email }),
}
