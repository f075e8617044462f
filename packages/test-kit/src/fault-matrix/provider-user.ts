/** A person at the provider of the matrix. */
export interface ProviderUser {
  /** Who they are there. */
  readonly id: string
  readonly name: string
  readonly email: string
  /** What the provider says of the address. */
  readonly email_verified: boolean
}

/** Somebody nobody has met yet, so that one store serves a whole matrix. */
export const newProviderUser = (more: Partial<ProviderUser> = {}): ProviderUser => {
  const id = crypto.randomUUID()
  return { id, name: 'Ada Lovelace', email: `${id}@example.org`, email_verified: true, ...more }
}
