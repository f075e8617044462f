import type { Account, AdapterAuthenticator, AdapterUser, CredentialInput, Profile, User } from '../types/index.ts'

/** What a sign-in method proved. */
export interface Identity {
  readonly method: 'oauth' | 'email' | 'credentials' | 'webauthn'
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
  /** A passkey that was just made, to be kept with the account. */
  readonly authenticator?: Omit<AdapterAuthenticator, 'userId'>
}

/** Whether a method ties users to accounts of their own. */
export const hasAccounts = ({ method }: Pick<Identity, 'method'>): boolean =>
  method === 'oauth' || method === 'webauthn'

/** A user of the database. */
export type StoredUser = AdapterUser
