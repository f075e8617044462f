/** A tenant as an application of the README may know it. */
export interface Tenant {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Which the application has checked. */
  readonly domains: readonly string[]
}
