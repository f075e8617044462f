export interface Tenant {
  id: string
  name: string
  host: string
  issuer: string
  clientId: string
  clientSecret: string
  domains: readonly string[] // verified by you
}

/** Stands for a table of your database. */
const tenants: readonly Tenant[] = [
  {
    id: 'acme',
    name: 'Acme',
    host: 'acme.example.com',
    issuer: 'https://login.acme.example',
    clientId: '…',
    clientSecret: '…',
    domains: ['acme.example'],
  },
]

export const findTenant = async (host: string): Promise<Tenant | undefined> =>
  tenants.find((tenant) => tenant.host === host)
