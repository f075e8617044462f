/**
 * A user of the identity provider.
 * @example
 * const katherine: ProviderUser = { id: 'katherine', name: 'Katherine Johnson', email: 'katherine@example.org' }
 */
export interface ProviderUser {
  /**
   * The `sub` claim: stable, never reused.
   * @example id: 'katherine'
   */
  readonly id: string
  /**
   * The name.
   * @example name: 'Katherine Johnson'
   */
  readonly name: string
  /**
   * The e-mail address.
   * @example email: 'katherine@example.org'
   */
  readonly email: string
  /**
   * The `email_verified` claim. @default true
   * @example emailVerified: false
   */
  readonly emailVerified?: boolean
  /**
   * The URL of a picture. @default a picture with the user's initials that the provider serves
   * @example picture: 'https://example.org/katherine.png'
   */
  readonly picture?: string
}

/**
 * Three users. The e-mail address of the third is not verified, so that applications can test that case.
 * @example const users = [...defaultUsers, { id: 'katherine', name: 'Katherine Johnson', email: 'katherine@example.org' }]
 */
export const defaultUsers: readonly ProviderUser[] = [
  { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' },
  { id: 'grace', name: 'Grace Hopper', email: 'grace@example.org' },
  { id: 'alan', name: 'Alan Turing', email: 'alan@example.org', emailVerified: false },
]

/** The path of a user's picture. */
export const picturePath = (user: ProviderUser): string => `/pictures/${encodeURIComponent(user.id)}.svg`

/** The claims of a user (OpenID Connect Core §5.1). */
export const claimsOf = (user: ProviderUser, issuer: string) => ({
  sub: user.id,
  name: user.name,
  email: user.email,
  email_verified: user.emailVerified ?? true,
  picture: user.picture ?? issuer + picturePath(user),
})
