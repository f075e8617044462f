import { customFetch } from '@gatehouse/core'
import type { OIDCConfig } from '@gatehouse/core/providers'
import { publicFetch } from '@gatehouse/egress'
import type { Tenant } from './tenant.ts'

const outside = publicFetch()

export const providerOf = (tenant: Tenant): OIDCConfig => ({
  id: tenant.id,
  name: tenant.name,
  type: 'oidc',
  issuer: tenant.issuer,
  clientId: tenant.clientId,
  clientSecret: tenant.clientSecret,
  emailVerified: ({ email, email_verified: said }) =>
    said === true && tenant.domains.some((domain) => email?.endsWith(`@${domain}`)),
  [customFetch]: outside,
})
