/** Somebody who can sign in at the identity provider. */
export interface Person {
  /** The subject: stable, never reused. */
  readonly id: string
  readonly name: string
  readonly email: string
  /** Whether the provider vouches for the address. @default true */
  readonly emailVerified?: boolean
  /** Address of a picture. @default one with the person's initials, served by the provider */
  readonly picture?: string
}

/** Three people to begin with. The third's address is not proven: applications must cope with that. */
export const defaultPeople: readonly Person[] = [
  { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' },
  { id: 'grace', name: 'Grace Hopper', email: 'grace@example.org' },
  { id: 'alan', name: 'Alan Turing', email: 'alan@example.org', emailVerified: false },
]

/** Where the provider serves a person's picture. */
export const picturePath = (person: Person): string => `/pictures/${encodeURIComponent(person.id)}.svg`

/** The OpenID Connect claims of a person (OpenID Connect Core §5.1). */
export const claimsOf = (person: Person, issuer: string) => ({
  sub: person.id,
  name: person.name,
  email: person.email,
  email_verified: person.emailVerified ?? true,
  picture: person.picture ?? issuer + picturePath(person),
})
