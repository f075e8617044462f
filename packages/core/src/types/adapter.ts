import type { Awaitable } from '../base/async.ts'
import type { Account, User } from './user.ts'

/** A user in the database. Additional members are allowed. */
export interface AdapterUser extends User {
  id: string
  email: string
  /** When the address was verified, or `null`. Milliseconds, a date as text and `true` are accepted too. */
  emailVerified: Date | null
  /** When `revokeSessions` was last called for the user. Missing or `null`: never. */
  sessionsRevokedAt?: Date | null
}

/** The types of the accounts in the database. */
export type AdapterAccountType = Extract<Account['type'], 'oauth' | 'oidc' | 'email' | 'webauthn'>

export interface AdapterAccount extends Account {
  userId: string
  type: AdapterAccountType
}

/** A session in the database. An adapter need not store the optional members, and only one with `listSessions` gets them. */
export interface AdapterSession {
  sessionToken: string
  userId: string
  expires: Date
  /** When the user signed in. */
  createdAt?: Date | null
  /** The name of the browser, such as `Firefox`, without a version. */
  browser?: string | null
  /** The name of the operating system, such as `Android`, without a version. */
  system?: string | null
}

/** A one-time token in the database. `token` is a hash. */
export interface VerificationToken {
  identifier: string
  expires: Date
  token: string
}

export interface Authenticator {
  credentialID: string
  userId?: string
  providerAccountId: string
  credentialPublicKey: string
  counter: number
  credentialDeviceType: string
  credentialBackedUp: boolean
  transports?: string | null
}

/** A passkey in the database. An adapter need not store the optional members. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string
  /** The user handle of WebAuthn: base64url of random bytes, the same for all passkeys of one user. */
  userHandle?: string | null
  /** The name that the user gave to the passkey, or that of its password manager or security key. */
  name?: string | null
  /** The model of the password manager or security key, as a UUID. Nothing verifies it. */
  aaguid?: string | null
  createdAt?: Date | null
  lastUsedAt?: Date | null
}

/**
 * The interface to a database, as the published adapters for Auth.js have it. Methods return `null` for a row that does
 * not exist. Those after `updateAuthenticatorCounter` are additions. A feature that needs a missing method is reduced
 * or refused, with a message at the first request.
 * @example
 * const users = new Map<string, AdapterUser>()
 * const adapter: Adapter = { getUser: (id) => users.get(id) ?? null }
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
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
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

  /** Runs `work` in a transaction: all of its writes are stored, or none. `work` may run again after a conflict. */
  transaction?<Value>(work: (adapter: Adapter) => Promise<Value>): Promise<Value>
  /**
   * Returns a user's sessions. Their tokens may be handles, which `deleteSession` accepts and no other method, but the
   * session with the token `current` has that token.
   */
  listSessions?(userId: string, current?: string): Awaitable<AdapterSession[]>
  /** Deletes all sessions of a user except the one with the token or handle `except`. */
  deleteSessions?(userId: string, except?: string): Awaitable<void>
  /** Stores `at` as `sessionsRevokedAt` of the user, which every method that returns a user returns. */
  revokeSessions?(userId: string, at: Date): Awaitable<void>
  listAccounts?(userId: string): Awaitable<AdapterAccount[]>
  updateAccount?(
    account: Partial<AdapterAccount> & Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterAccount | null | undefined>
  updateAuthenticator?(
    authenticator: Partial<AdapterAuthenticator> & Pick<AdapterAuthenticator, 'credentialID'>,
  ): Awaitable<AdapterAuthenticator>
  deleteAuthenticator?(credentialID: string): Awaitable<void>
  /** Returns a one-time token and keeps it, unlike `useVerificationToken`. It may be expired. */
  getVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  /** Deletes all one-time tokens of an identifier, so that the use of one link invalidates the others. */
  deleteVerificationTokens?(identifier: string): Awaitable<void>
  /**
   * Stores a session only if its user has the account, by one statement. Returns `null` otherwise. A deletion of the
   * account waits until the session is stored. With a method of this name, a sign-in with an account calls it in place
   * of `createSession`.
   */
  createSessionOfAccount?(
    session: AdapterSession,
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterSession | null>
  /** Adds one to a counter atomically, and returns the new count. The counter starts again after `expires`. */
  incrementCounter?(key: string, expires: Date): Awaitable<number>
}
