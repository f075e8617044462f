import type { OIDCConfig } from '@authwright/core/providers'

interface Tenant {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  domains: string[] // verified by you
}

export const tenantProvider = ({ domains, ...tenant }: Tenant): OIDCConfig => ({
  ...tenant,
  type: 'oidc',
  emailDomains: domains,
})
