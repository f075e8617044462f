/** A user of the matrix's provider. */
export interface ProviderUser {
  /** The account id. */
  readonly id: string
  readonly name: string
  readonly email: string
  /** Whether the provider calls the address verified. */
  readonly email_verified: boolean
}

/** A new user, so that one store serves a whole matrix. */
export const newProviderUser = (more: Partial<ProviderUser> = {}): ProviderUser => {
  const id = crypto.randomUUID()
  return { id, name: 'Ada Lovelace', email: `${id}@example.org`, email_verified: true, ...more }
}
