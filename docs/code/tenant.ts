export interface Tenant {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly domains: readonly string[]
}

/** Stands for a query of the application. */
export const findTenant = async (_host: string): Promise<Tenant | undefined> => undefined

/** Stands for a query of the application. */
export const findMembership = async (_userId: string, _tenantId: string): Promise<{ role: string } | undefined> =>
  undefined
