import { customFetch } from '@authwright/core'
import type { OIDCConfig } from '@authwright/core/providers'
import { publicFetch } from '@authwright/egress'
import type { Tenant } from './tenant.ts'

const fetchPublic = publicFetch()

export const providerOf = (tenant: Tenant): OIDCConfig => ({
  id: tenant.id,
  name: tenant.name,
  type: 'oidc',
  issuer: tenant.issuer,
  clientId: tenant.clientId,
  clientSecret: tenant.clientSecret,
  emailDomains: tenant.domains,
  [customFetch]: fetchPublic,
})
