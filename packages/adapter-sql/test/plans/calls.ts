import type { SqlAdapter } from '../../src/index.ts'
import { LIMIT } from './explain.ts'

const later = new Date('2040-01-01T00:00:00Z')

const passkey = (i: number | string, userId: string) => ({
  credentialID: `c${i}`,
  userId,
  providerAccountId: `c${i}`,
  credentialPublicKey: 'key',
  counter: 0,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
  transports: null,
})

/** Creates the users of the calls. */
export const addUsers = (adapter: SqlAdapter): Promise<void> =>
  adapter.transaction(async (inner) => {
    for (let i = 7; i < 13; i += 1) {
      const userId = `u${i}`
      await inner.createUser?.({ id: userId, email: `e${i}@example.org`, emailVerified: null })
      await inner.linkAccount?.({ provider: 'p', providerAccountId: `a${i}`, type: 'oidc', userId })
      await inner.createSession?.({ sessionToken: `t${i}`, userId, expires: later })
      await inner.createVerificationToken?.({ identifier: `i${i}`, token: `v${i}`, expires: later })
      await inner.createAuthenticator?.(passkey(i, userId))
      await inner.incrementCounter?.(`k${i}`, later)
    }
  })

type MethodName = Exclude<keyof SqlAdapter, 'transaction' | 'migrate' | 'pendingMigrations' | 'close'>

const account = { provider: 'p', providerAccountId: 'a7' }
const added = { id: 'new', email: 'new@example.org', emailVerified: null }
const linked = { provider: 'p', providerAccountId: 'new', type: 'oidc', userId: 'u7' } as const

/** A call of each method of the adapter. The type requires all of them. */
export const calls: Readonly<Record<MethodName | 'deleteSessions but one', (adapter: SqlAdapter) => unknown>> = {
  getSessionAndUser: (adapter) => adapter.getSessionAndUser('t7'),
  createSession: (adapter) => adapter.createSession({ sessionToken: 'new', userId: 'u7', expires: later }),
  createSessionOfAccount: (adapter) =>
    adapter.createSessionOfAccount({ sessionToken: 'newer', userId: 'u7', expires: later }, account),
  updateSession: (adapter) => adapter.updateSession({ sessionToken: 't7', expires: later }),
  deleteSession: (adapter) => adapter.deleteSession('t8'),
  listSessions: (adapter) => adapter.listSessions('u7'),
  deleteSessions: (adapter) => adapter.deleteSessions('u9'),
  'deleteSessions but one': (adapter) => adapter.deleteSessions('u10', 't11'),
  getUser: (adapter) => adapter.getUser('u7'),
  getUserByEmail: (adapter) => adapter.getUserByEmail('e7@example.org'),
  getUserByAccount: (adapter) => adapter.getUserByAccount(account),
  createUser: (adapter) => adapter.createUser(added),
  updateUser: (adapter) => adapter.updateUser({ id: 'u7', name: 'Ada' }),
  revokeSessions: (adapter) => adapter.revokeSessions('u7', later),
  scheduleUserDeletion: (adapter) => adapter.scheduleUserDeletion('u8', later),
  listUsersToDelete: (adapter) => adapter.listUsersToDelete(later, LIMIT),
  deleteUser: (adapter) => adapter.deleteUser('u12'),
  getAccount: (adapter) => adapter.getAccount('a7', 'p'),
  linkAccount: (adapter) => adapter.linkAccount(linked),
  unlinkAccount: (adapter) => adapter.unlinkAccount({ provider: 'p', providerAccountId: 'a8' }),
  listAccounts: (adapter) => adapter.listAccounts('u7'),
  updateAccount: (adapter) => adapter.updateAccount({ ...account, scope: 'openid' }),
  createVerificationToken: (adapter) =>
    adapter.createVerificationToken({ identifier: 'new', token: 'new', expires: later }),
  useVerificationToken: (adapter) => adapter.useVerificationToken({ identifier: 'i7', token: 'v7' }),
  getVerificationToken: (adapter) => adapter.getVerificationToken({ identifier: 'i8', token: 'v8' }),
  deleteVerificationTokens: (adapter) => adapter.deleteVerificationTokens('i9'),
  getAuthenticator: (adapter) => adapter.getAuthenticator('c7'),
  createAuthenticator: (adapter) => adapter.createAuthenticator(passkey('new', 'u7')),
  listAuthenticatorsByUserId: (adapter) => adapter.listAuthenticatorsByUserId('u7'),
  updateAuthenticatorCounter: (adapter) => adapter.updateAuthenticatorCounter('c7', 1),
  updateAuthenticator: (adapter) => adapter.updateAuthenticator({ credentialID: 'c7', name: 'Ada’s key' }),
  deleteAuthenticator: (adapter) => adapter.deleteAuthenticator('c8'),
  incrementCounter: (adapter) => adapter.incrementCounter('k7', later),
  cleanup: (adapter) => adapter.cleanup({ batchSize: LIMIT }),
}
