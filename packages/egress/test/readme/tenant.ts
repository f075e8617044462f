/** A tenant as an application may store it. */
export interface Tenant {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The e-mail domains that the application has verified. */
  readonly domains: readonly string[]
}
