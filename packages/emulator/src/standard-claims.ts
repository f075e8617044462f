import type { Person } from './person.ts'
import type { Expected, Json } from './provider-mock.ts'

/** The standard claims of a user (OpenID Connect Core §5.1). */
export const claimsOf = (person: Person): Json & { readonly sub: string } => ({
  sub: person.uuid,
  name: person.name,
  given_name: person.given,
  family_name: person.family,
  preferred_username: person.username,
  ...(person.email === undefined ? {} : { email: person.email, email_verified: person.emailVerified }),
  ...(person.picture === undefined ? {} : { picture: person.picture }),
})

/** What an application sees of a user with the standard claims. */
export const expectedOf = (person: Person): Expected => ({
  id: person.uuid,
  name: person.name,
  ...(person.email === undefined ? {} : { email: person.email }),
  ...(person.picture === undefined ? {} : { image: person.picture }),
  emailVerified: person.emailVerified,
})
