/**
 * A user who can be chosen at every emulated provider. An absent member is one that the user does not share.
 * @example const expectedUser = ({ name, email, picture }: Person) => ({ name, email, image: picture })
 */
export interface Person {
  /**
   * The id at the provider.
   * @example const subject = ({ id }: Person) => `acme|${id}` // 'acme|ada'
   */
  readonly id: 'ada' | 'grace' | 'alan'
  /**
   * The account id at providers with numeric ids.
   * @example const profile = ({ number, name }: Person) => ({ id: number, name })
   */
  readonly number: number
  /**
   * The account id at providers with UUIDs.
   * @example const claims = ({ uuid }: Person) => ({ sub: uuid })
   */
  readonly uuid: string
  /**
   * The user name.
   * @example const profile = ({ id, username }: Person) => ({ id, login: username })
   */
  readonly username: string
  /**
   * The given name.
   * @example const claims = ({ id, given }: Person) => ({ sub: id, given_name: given })
   */
  readonly given: string
  /**
   * The family name.
   * @example const claims = ({ id, family }: Person) => ({ sub: id, family_name: family })
   */
  readonly family: string
  /**
   * The full name: `given family`.
   * @example const profile = ({ id, name }: Person) => ({ id, display_name: name })
   */
  readonly name: string
  /**
   * The e-mail address. Alan shares none.
   * @example const profile = ({ id, email }: Person) => ({ id, email: email ?? null })
   */
  readonly email?: string
  /**
   * Whether the provider calls the address verified.
   * @example const claims = ({ id, email, emailVerified }: Person) => ({ sub: id, email, email_verified: emailVerified })
   */
  readonly emailVerified: boolean
  /**
   * The address of the picture: an https URL. Alan shares none.
   * @example const profile = ({ id, picture }: Person) => ({ id, avatar_url: picture ?? null })
   */
  readonly picture?: string
}

/**
 * Ada shares everything, and her e-mail address is verified. Grace's address is not verified. Alan shares neither
 * address nor picture where the provider allows that.
 * @example const [ada, grace, alan] = people
 */
export const people: readonly [ada: Person, grace: Person, alan: Person] = [
  {
    id: 'ada',
    number: 18151210,
    uuid: '1815ada0-1210-4a1a-8000-00000000ada1',
    username: 'ada',
    given: 'Ada',
    family: 'Lovelace',
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    emailVerified: true,
    picture: 'https://pictures.example.org/ada.png',
  },
  {
    id: 'grace',
    number: 19061209,
    uuid: '19061209-1209-4b0b-9000-0000000ace11',
    username: 'grace',
    given: 'Grace',
    family: 'Hopper',
    name: 'Grace Hopper',
    email: 'grace@example.org',
    emailVerified: false,
    picture: 'https://pictures.example.org/grace.png',
  },
  {
    id: 'alan',
    number: 19120623,
    uuid: '19120623-0623-4c0c-a000-000000a1a9ff',
    username: 'alan',
    given: 'Alan',
    family: 'Turing',
    name: 'Alan Turing',
    emailVerified: false,
  },
]
