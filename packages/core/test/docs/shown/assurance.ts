import type { OIDCConfig } from '@authwright/core/providers'

export const work: OIDCConfig = {
  id: 'op',
  name: 'Work',
  type: 'oidc',
  issuer: 'https://login.example.com',
  clientId: '…',
  clientSecret: '…',
  trustAllEmails: true,
  requiredAcr: ['urn:example:password', 'urn:example:two-factors'],
  requiredAmr: ['mfa'],
  client: { default_max_age: 3600 },
}
