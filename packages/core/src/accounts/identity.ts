import type { MethodFacts } from '../config/engine-types.ts'
import type { Account, AdapterAuthenticator, AdapterUser, CredentialInput, Profile, User } from '../types/index.ts'

/** What a sign-in method verified about a user. */
export interface Identity {
  /** The facts of the method. */
  readonly facts: MethodFacts
  /** The user as the method knows them. Its `id` is not the id of the database. */
  readonly user: User
  readonly account: Account
  /** OAuth and OpenID Connect: the whole profile. */
  readonly profile?: Profile
  /** Credentials: what the user typed. */
  readonly credentials?: Record<string, CredentialInput>
  /** Whether the provider calls the address verified. `undefined`: it says nothing. */
  readonly emailVerified?: boolean
  /** Whether this sign-in verified the address by a mail, besides what the method verified. @default false */
  readonly isEmailVerified?: boolean
  /** The members of the token response that are stored with the account. */
  readonly stored?: Readonly<Record<string, unknown>>
  readonly allowDangerousEmailAccountLinking?: boolean
  /** A passkey that was just created and is stored with the account. */
  readonly authenticator?: Omit<AdapterAuthenticator, 'userId'>
}

/** A user of the database. */
export type StoredUser = AdapterUser

/** Whether this sign-in proves that the user reads the mails to the address. */
export const verifiesEmail = ({ facts, isEmailVerified = false }: Identity): boolean =>
  facts.verifiesEmail === 'itself' || isEmailVerified
