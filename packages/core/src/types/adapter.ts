import type { Awaitable } from '../base/async.ts'
import type { Account, User } from './user.ts'

/**
 * A user in the database. Additional members are allowed.
 * @example const isVerified = (user: AdapterUser) => user.emailVerified !== null
 */
export interface AdapterUser extends User {
  /** The id of the user in the database. */
  id: string
  /** The e-mail address, in lower case. */
  email: string
  /** When the address was verified, or `null`. Milliseconds, a date as text and `true` are accepted too. */
  emailVerified: Date | null
  /** When `revokeSessions` was last called for the user. Missing or `null`: never. */
  sessionsRevokedAt?: Date | null
  /** When the account is to be deleted, as its user requested. Missing or `null`: not at all. */
  deleteAt?: Date | null
}

/**
 * The types of the accounts in the database.
 * @example const isFromProvider = (type: AdapterAccountType) => type === 'oauth' || type === 'oidc'
 */
export type AdapterAccountType = Extract<Account['type'], 'oauth' | 'oidc' | 'email' | 'webauthn'>

/**
 * An account at a provider in the database: it belongs to one user.
 * @example const keyOf = ({ provider, providerAccountId }: AdapterAccount) => `${provider}:${providerAccountId}`
 */
export interface AdapterAccount extends Account {
  /** The id of the user to whom the account belongs. */
  userId: string
  /** How the account signs its user in. */
  type: AdapterAccountType
}

/**
 * A session in the database. An adapter need not store the optional members, and only one with `listSessions` gets them.
 * @example const isExpired = ({ expires }: AdapterSession) => expires.getTime() < Date.now()
 */
export interface AdapterSession {
  /** The token of the session, as the cookie has it. */
  sessionToken: string
  /** The id of the user. */
  userId: string
  /** When the session expires. */
  expires: Date
  /** When the user signed in. */
  createdAt?: Date | null
  /** The name of the browser, such as `Firefox`, without a version. */
  browser?: string | null
  /** The name of the operating system, such as `Android`, without a version. */
  system?: string | null
}

/**
 * A one-time token in the database. `token` is a hash.
 * @example const isExpired = ({ expires }: VerificationToken) => expires.getTime() < Date.now()
 */
export interface VerificationToken {
  /** The e-mail address, or another name of what the token proves. */
  identifier: string
  /** When the token expires. */
  expires: Date
  /** The hash of the token. */
  token: string
}

/**
 * The members of a passkey that every adapter stores.
 * @example const isSynchronized = ({ credentialDeviceType }: Authenticator) => credentialDeviceType === 'multiDevice'
 */
export interface Authenticator {
  /** The id of the passkey, in base64url. */
  credentialID: string
  /** The id of the user. */
  userId?: string
  /** The `providerAccountId` of the account that the passkey belongs to. */
  providerAccountId: string
  /** The public key in COSE, encoded as base64url. */
  credentialPublicKey: string
  /** The signature counter of the last sign-in. Always 0 for passkeys that are synchronized. */
  counter: number
  /** `singleDevice` or `multiDevice`. */
  credentialDeviceType: string
  /** Whether a password manager has a copy. */
  credentialBackedUp: boolean
  /** How browsers reach the authenticator, such as `internal,hybrid`. */
  transports?: string | null
}

/**
 * A passkey in the database. An adapter need not store the optional members.
 * @example const labelOf = ({ name, lastUsedAt }: AdapterAuthenticator) => `${name ?? 'A passkey'}, ${lastUsedAt?.toISOString() ?? 'unused'}`
 */
export interface AdapterAuthenticator extends Authenticator {
  /** The id of the user. */
  userId: string
  /** The user handle of WebAuthn: base64url of random bytes, the same for all passkeys of one user. */
  userHandle?: string | null
  /** The name that the user gave to the passkey, or that of its password manager or security key. */
  name?: string | null
  /** The model of the password manager or security key, as a UUID. Nothing verifies it. */
  aaguid?: string | null
  /** When the user created the passkey. */
  createdAt?: Date | null
  /** When the user last signed in with the passkey. */
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
  /**
   * Stores a user, and returns it as it was stored.
   * @example createUser: (user) => db.users.insert(user)
   */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  /**
   * Returns the user with an id.
   * @example getUser: (id) => db.users.find({ id })
   */
  getUser?(id: string): Awaitable<AdapterUser | null>
  /**
   * Returns the user with an e-mail address.
   * @example getUserByEmail: (email) => db.users.find({ email })
   */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  /**
   * Returns the user to whom an account belongs.
   * @example
   * getUserByAccount: async (account) => {
   *   const found = await db.accounts.find(account)
   *   return found && db.users.find({ id: found.userId })
   * }
   */
  getUserByAccount?(account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): Awaitable<AdapterUser | null>
  /**
   * Changes the given members of a user, and returns the whole user.
   * @example updateUser: (user) => db.users.update({ id: user.id }, user)
   */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  /**
   * Deletes a user with the accounts, sessions and passkeys that belong to it.
   * @example deleteUser: (id) => db.users.delete({ id })
   */
  deleteUser?(id: string): Promise<void> | Awaitable<AdapterUser | null | undefined>
  /**
   * Stores an account. It must fail if the account exists.
   * @example linkAccount: (account) => db.accounts.insert(account)
   */
  linkAccount?(account: AdapterAccount): Promise<void> | Awaitable<AdapterAccount | null | undefined>
  /**
   * Deletes an account.
   * @example unlinkAccount: async (account) => void (await db.accounts.delete(account))
   */
  unlinkAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Promise<void> | Awaitable<AdapterAccount | undefined>
  /**
   * Stores a session, and returns it as it was stored.
   * @example createSession: (session) => db.sessions.insert(session)
   */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
  /**
   * Returns the session with a token and its user. The session may be expired.
   * @example
   * getSessionAndUser: async (sessionToken) => {
   *   const session = await db.sessions.find({ sessionToken })
   *   const user = session && (await db.users.find({ id: session.userId }))
   *   return session && user && { session, user }
   * }
   */
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  /**
   * Changes the given members of a session. Returns `null` if there is no such session.
   * @example updateSession: (session) => db.sessions.update({ sessionToken: session.sessionToken }, session)
   */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<AdapterSession | null | undefined>
  /**
   * Deletes a session.
   * @example deleteSession: (sessionToken) => db.sessions.delete({ sessionToken })
   */
  deleteSession?(sessionToken: string): Promise<void> | Awaitable<AdapterSession | null | undefined>
  /**
   * Stores a one-time token.
   * @example createVerificationToken: (token) => db.tokens.insert(token)
   */
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /**
   * Deletes a one-time token and returns it, in one atomic operation. It may be expired.
   * @example useVerificationToken: (token) => db.tokens.delete(token)
   */
  useVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  /**
   * Returns an account.
   * @example getAccount: (providerAccountId, provider) => db.accounts.find({ providerAccountId, provider })
   */
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  /**
   * Returns a passkey.
   * @example getAuthenticator: (credentialID) => db.passkeys.find({ credentialID })
   */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  /**
   * Stores a passkey, and returns it as it was stored.
   * @example createAuthenticator: (passkey) => db.passkeys.insert(passkey)
   */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  /**
   * Returns the passkeys of a user.
   * @example listAuthenticatorsByUserId: (userId) => db.passkeys.list({ userId })
   */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  /**
   * Stores the signature counter of a passkey, and returns the passkey.
   * @example updateAuthenticatorCounter: (credentialID, counter) => db.passkeys.update({ credentialID }, { counter })
   */
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>

  /**
   * Runs `work` in a transaction: all of its writes are stored, or none. `work` may run again after a conflict.
   * @example transaction: (work) => db.transaction((connection) => work(adapterOf(connection)))
   */
  transaction?<Value>(work: (adapter: Adapter) => Promise<Value>): Promise<Value>
  /**
   * Returns a user's sessions. Their tokens may be handles, which `deleteSession` accepts and no other method, but the
   * session with the token `current` has that token.
   * @example listSessions: (userId) => db.sessions.list({ userId })
   */
  listSessions?(userId: string, current?: string): Awaitable<AdapterSession[]>
  /**
   * Deletes all sessions of a user except the one with the token or handle `except`.
   * @example
   * deleteSessions: async (userId, except) => {
   *   for (const { sessionToken } of await db.sessions.list({ userId }))
   *     if (sessionToken !== except) await db.sessions.delete({ sessionToken })
   * }
   */
  deleteSessions?(userId: string, except?: string): Awaitable<void>
  /**
   * Stores `at` as `sessionsRevokedAt` of the user, which every method that returns a user returns.
   * @example revokeSessions: async (id, at) => void (await db.users.update({ id }, { sessionsRevokedAt: at }))
   */
  revokeSessions?(userId: string, at: Date): Awaitable<void>
  /**
   * Returns the accounts of a user.
   * @example listAccounts: (userId) => db.accounts.list({ userId })
   */
  listAccounts?(userId: string): Awaitable<AdapterAccount[]>
  /**
   * Changes the given members of an account.
   * @example
   * updateAccount: ({ provider, providerAccountId, ...changes }) =>
   *   db.accounts.update({ provider, providerAccountId }, changes)
   */
  updateAccount?(
    account: Partial<AdapterAccount> & Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterAccount | null | undefined>
  /**
   * Changes the given members of a passkey.
   * @example updateAuthenticator: ({ credentialID, ...changes }) => db.passkeys.update({ credentialID }, changes)
   */
  updateAuthenticator?(
    authenticator: Partial<AdapterAuthenticator> & Pick<AdapterAuthenticator, 'credentialID'>,
  ): Awaitable<AdapterAuthenticator>
  /**
   * Deletes a passkey.
   * @example deleteAuthenticator: async (credentialID) => void (await db.passkeys.delete({ credentialID }))
   */
  deleteAuthenticator?(credentialID: string): Awaitable<void>
  /**
   * Returns a one-time token and keeps it, unlike `useVerificationToken`. It may be expired.
   * @example getVerificationToken: (token) => db.tokens.find(token)
   */
  getVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  /**
   * Deletes all one-time tokens of an identifier, so that the use of one link invalidates the others.
   * @example deleteVerificationTokens: async (identifier) => void (await db.tokens.delete({ identifier }))
   */
  deleteVerificationTokens?(identifier: string): Awaitable<void>
  /**
   * Stores a session only if its user has the account, by one statement. Returns `null` otherwise. A deletion of the
   * account waits until the session is stored. With a method of this name, a sign-in with an account calls it in place
   * of `createSession`.
   * @example
   * createSessionOfAccount: (session, account) =>
   *   db.transaction(async ({ accounts, sessions }) => (await accounts.lock(account)) && sessions.insert(session))
   */
  createSessionOfAccount?(
    session: AdapterSession,
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterSession | null>
  /**
   * Stores `deleteAt` of the user, which every method that returns a user returns. `null` cancels the deletion.
   * @example scheduleUserDeletion: async (id, deleteAt) => void (await db.users.update({ id }, { deleteAt }))
   */
  scheduleUserDeletion?(userId: string, deleteAt: Date | null): Awaitable<void>
  /**
   * Returns the users whose `deleteAt` is `before` or earlier, the earliest first, at most `limit`.
   * @example listUsersToDelete: (before, limit) => db.users.query('deleteAt <= ? order by deleteAt limit ?', before, limit)
   */
  listUsersToDelete?(before: Date, limit: number): Awaitable<AdapterUser[]>
  /**
   * Adds one to a counter atomically, and returns the new count. The counter starts again after `expires`.
   * @example incrementCounter: (key, expires) => db.counters.increment(key, expires)
   */
  incrementCounter?(key: string, expires: Date): Awaitable<number>
}
