import type { AuthConfig } from '@authwright/core'
import type { Tenant } from './tenant.ts'

declare module '@authwright/core' {
  interface Session {
    tenant?: string
  }
}

const makeConfig = ({ id, host, issuer, clientId, clientSecret, domains }: Tenant): AuthConfig => ({
  origin: `https://${host}`,
  session: { strategy: 'jwt' },
  providers: [
    // Accounts are stored under the id, so each tenant has its own.
    { id: `sso-${id}`, name: 'Single sign-on', type: 'oidc', issuer, clientId, clientSecret, emailDomains: domains },
  ],
  callbacks: {
    // All tenants have one secret, so a copied cookie of another tenant opens here too. `null` ends its session.
    jwt: ({ token, trigger }) => {
      if (trigger === 'signIn' || trigger === 'signUp') return { ...token, tenant: id }
      return token['tenant'] === id ? token : null
    },
    session: ({ session, token }) => ({ ...session, tenant: String(token['tenant']) }),
  },
})

/** One config object per tenant: the library resolves each object once. */
const configs = new Map<string, AuthConfig>()

export const configOf = (tenant: Tenant): AuthConfig => {
  const config = configs.get(tenant.id) ?? makeConfig(tenant)
  configs.set(tenant.id, config)
  return config
}
