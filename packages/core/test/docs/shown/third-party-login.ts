import type { OIDCConfig } from '@authwright/core/providers'

export const work: OIDCConfig = {
  id: 'op',
  name: 'Work',
  type: 'oidc',
  issuer: 'https://login.example.com',
  clientId: '…',
  clientSecret: '…',
  trustAllEmails: true,
  thirdPartyLogin: 'confirm',
}
