import type { Account, AdapterUser, CredentialInput, Profile, User } from '../types/index.ts'

/** What a sign-in method proved. */
export interface Identity {
  readonly method: 'oauth' | 'email' | 'credentials'
  /** Who it is, as the method knows them. Its `id` is not the database's. */
  readonly user: User
  readonly account: Account
  /** OAuth and OIDC: the whole profile. */
  readonly profile?: Profile
  /** Credentials: what was typed in. */
  readonly credentials?: Record<string, CredentialInput>
  /** What a provider says of the address: `true` and `false` are its word, `undefined` is none. */
  readonly emailVerified?: boolean
  /** The members of the tokens that are stored with the account. */
  readonly stored?: Readonly<Record<string, unknown>>
  readonly allowDangerousEmailAccountLinking?: boolean
}

/** A user of the database. */
export type KnownUser = AdapterUser
