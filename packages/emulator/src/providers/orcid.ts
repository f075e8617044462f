import type { ProviderMock } from '../provider-mock.ts'

export const orcid: ProviderMock = {
  id: 'orcid',
  sources: [
    'https://info.orcid.org/ufaqs/what-is-openid',
    'https://github.com/ORCID/ORCID-Source/blob/main/orcid-web/ORCID_AUTH_WITH_OPENID_CONNECT.md',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://orcid.org/oauth/authorize', parameters: { scope: 'openid' } },
  token: { url: 'https://orcid.org/oauth/token', auth: ['basic', 'post'] },
  openid: {
    issuer: 'https://orcid.org',
    claims: ({ id, number, given, family }) => ({
      sub: `0000-0000-${String(number).slice(0, 4)}-${String(number).slice(4)}`,
      given_name: given,
      // The only optional part of a name.
      family_name: id === 'alan' ? null : family,
      auth_time: 1_500_000_000,
      amr: 'pwd',
    }),
  },
  expects: ({ id, number, name, given }) => ({
    id: `0000-0000-${String(number).slice(0, 4)}-${String(number).slice(4)}`,
    name: id === 'alan' ? given : name,
  }),
}
