import type { Adapter, AdapterUser } from '@authwright/core/adapters'
import { given, keyOf, type State, UniqueViolation } from './state.ts'
import type { Transactions } from './transactions.ts'

const normal = (email: unknown): string => (typeof email === 'string' ? email.trim().toLowerCase() : '')

const withNormalEmail = <Shape extends Partial<AdapterUser>>(user: Shape): Shape =>
  typeof user.email === 'string' ? { ...user, email: normal(user.email) } : user

const byEmail = (state: State, email: string): AdapterUser | undefined =>
  email === '' ? undefined : [...state.users.values()].find((user) => normal(user.email) === email)

const removeOwned = (rows: Map<string, { readonly userId: string }>, userId: string): void => {
  for (const [key, row] of rows) if (row.userId === userId) rows.delete(key)
}

const put = (state: State, user: AdapterUser): AdapterUser => {
  const existing = byEmail(state, normal(user.email))
  if (existing !== undefined && existing.id !== user.id) throw new UniqueViolation('email')
  state.users.set(user.id, user)
  return { ...user }
}

/** Throws when the user does not exist, as a foreign key does. */
export const requireUser = (state: State, userId: string): void => {
  if (!state.users.has(userId)) throw new Error(`there is no user ${userId}`)
}

const copyOf = <Shape extends object>(row: Shape | undefined): Shape | null => (row === undefined ? null : { ...row })

type UserMethods = Required<
  Pick<
    Adapter,
    | 'createUser'
    | 'getUser'
    | 'getUserByEmail'
    | 'getUserByAccount'
    | 'updateUser'
    | 'deleteUser'
    | 'revokeSessions'
    | 'scheduleUserDeletion'
    | 'listUsersToDelete'
  >
>

/** The methods about users. */
export const userMethods = ({ call }: Transactions): UserMethods => ({
  createUser: (user) =>
    call((state) => {
      const id = user.id || crypto.randomUUID()
      if (state.users.has(id)) throw new UniqueViolation('user')
      return put(state, withNormalEmail({ ...given(user), id }))
    }),
  getUser: (id) => call((state) => copyOf(state.users.get(id))),
  getUserByEmail: (email) => call((state) => copyOf(byEmail(state, normal(email)))),
  getUserByAccount: ({ provider, providerAccountId }) =>
    call((state) => copyOf(state.users.get(state.accounts.get(keyOf(provider, providerAccountId))?.userId ?? ''))),
  updateUser: (changes) =>
    call((state) => {
      const known = state.users.get(changes.id)
      if (known === undefined) throw new Error(`there is no user ${changes.id}`)
      return put(state, { ...known, ...withNormalEmail(given(changes)) })
    }),
  revokeSessions: (id, at) =>
    call((state) => {
      requireUser(state, id)
      const known = state.users.get(id)
      if (known !== undefined) state.users.set(id, { ...known, sessionsRevokedAt: at })
    }),
  scheduleUserDeletion: (id, deleteAt) =>
    call((state) => {
      requireUser(state, id)
      const known = state.users.get(id)
      if (known !== undefined) state.users.set(id, { ...known, deleteAt })
    }),
  listUsersToDelete: (before, limit) =>
    call((state) => {
      const dueAt = ({ deleteAt }: AdapterUser) => deleteAt?.getTime() ?? Infinity
      const due = [...state.users.values()].filter((user) => dueAt(user) <= before.getTime())
      return due
        .toSorted((one, other) => dueAt(one) - dueAt(other))
        .slice(0, limit)
        .map((user) => ({ ...user }))
    }),
  deleteUser: (id) =>
    call((state) => {
      const known = state.users.get(id)
      state.users.delete(id)
      for (const rows of [state.accounts, state.sessions, state.authenticators]) removeOwned(rows, id)
      return copyOf(known)
    }),
})
