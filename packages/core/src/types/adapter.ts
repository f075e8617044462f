import type { Awaitable } from '../base/awaitable.ts'
import type { Account, User } from './user.ts'

/** A user as a database keeps it. Extra members are allowed. */
export interface AdapterUser extends User {
  id: string
  email: string
  /** When the person proved that the address is theirs. Milliseconds, a date as text and `true` are taken for a proof as well. */
  emailVerified: Date | null
}

/** An account as a database keeps it. */
export interface AdapterAccount extends Account {
  userId: string
  type: Extract<Account['type'], 'oauth' | 'oidc' | 'email' | 'webauthn'>
}

/** A session as a database keeps it. */
export interface AdapterSession {
  sessionToken: string
  userId: string
  expires: Date
}

/** A one-time token as a database keeps it: `token` is a hash. */
export interface VerificationToken {
  identifier: string
  expires: Date
  token: string
}

/**
 * A passkey as a database keeps it. The members after `transports` are additions to the published contract; an adapter may
 * have no place for them, and then the passkey has no name and nobody knows when it was used.
 */
export interface AdapterAuthenticator {
  credentialID: string
  userId: string
  providerAccountId: string
  credentialPublicKey: string
  counter: number
  credentialDeviceType: string
  credentialBackedUp: boolean
  transports?: string | null
  /** What the authenticator knows its user by: base64url of random bytes, the same for all passkeys of one user. */
  userHandle?: string | null
  /** What the person calls it. */
  name?: string | null
  createdAt?: Date | null
  lastUsedAt?: Date | null
}

/**
 * The database contract, method for method that of the published adapters of the ecosystem. Not found is `null`.
 * The members after `updateAuthenticatorCounter` are optional additions: what an adapter lacks narrows a feature.
 */
export interface Adapter {
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  getUser?(id: string): Awaitable<AdapterUser | null>
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  getUserByAccount?(account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): Awaitable<AdapterUser | null>
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  deleteUser?(id: string): Promise<void> | Awaitable<AdapterUser | null | undefined>
  linkAccount?(account: AdapterAccount): Promise<void> | Awaitable<AdapterAccount | null | undefined>
  unlinkAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Promise<void> | Awaitable<AdapterAccount | undefined>
  createSession?(session: { sessionToken: string; userId: string; expires: Date }): Awaitable<AdapterSession>
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<AdapterSession | null | undefined>
  deleteSession?(sessionToken: string): Promise<void> | Awaitable<AdapterSession | null | undefined>
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  useVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>

  /** Run several writes as one: all of them are kept, or none. */
  transaction?<Value>(work: (adapter: Adapter) => Promise<Value>): Promise<Value>
  listSessions?(userId: string): Awaitable<AdapterSession[]>
  /** Ends every session of a user but the one named. */
  deleteSessions?(userId: string, except?: string): Awaitable<void>
  listAccounts?(userId: string): Awaitable<AdapterAccount[]>
  updateAccount?(
    account: Partial<AdapterAccount> & Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterAccount | null | undefined>
  updateAuthenticator?(
    authenticator: Partial<AdapterAuthenticator> & Pick<AdapterAuthenticator, 'credentialID'>,
  ): Awaitable<AdapterAuthenticator>
  deleteAuthenticator?(credentialID: string): Awaitable<void>
  /** Removes every one-time token of an identifier, so that using one link makes the others useless. */
  deleteVerificationTokens?(identifier: string): Awaitable<void>
  /** Adds one to a counter that starts over at `expires`, atomically, and says what it is now. */
  incrementCounter?(key: string, expires: Date): Awaitable<number>
  /**
   * Takes one back from the counter that starts over at exactly `expires`, atomically; does nothing where there is none, or nothing is
   * counted. Without it what came to nothing, such as a mail that could not be sent, counts against its limit, and
   * `maxTriesPerDayInAll` has no effect.
   */
  decrementCounter?(key: string, expires: Date): Awaitable<void>
}
