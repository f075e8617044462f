import type { Adapter, AdapterUser } from '@authwright/core/adapters'
import { given, keyOf, type State, UniqueViolation } from './state.ts'
import type { Turns } from './turns.ts'

const normal = (email: unknown): string => (typeof email === 'string' ? email.trim().toLowerCase() : '')

const withNormalEmail = <Shape extends Partial<AdapterUser>>(user: Shape): Shape =>
  typeof user.email === 'string' ? { ...user, email: normal(user.email) } : user

const byEmail = (state: State, email: string): AdapterUser | undefined =>
  email === '' ? undefined : [...state.users.values()].find((user) => normal(user.email) === email)

const removeOwned = (rows: Map<string, { readonly userId: string }>, userId: string): void => {
  for (const [key, row] of rows) if (row.userId === userId) rows.delete(key)
}

const put = (state: State, user: AdapterUser): AdapterUser => {
  const holder = byEmail(state, normal(user.email))
  if (holder !== undefined && holder.id !== user.id) throw new UniqueViolation('email')
  state.users.set(user.id, user)
  return { ...user }
}

/** Throws when there is no such user, as a foreign key does. */
export const mustOwn = (state: State, userId: string): void => {
  if (!state.users.has(userId)) throw new Error(`there is no user ${userId}`)
}

const copyOf = <Shape extends object>(row: Shape | undefined): Shape | null => (row === undefined ? null : { ...row })

type UserMethods = Required<
  Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'>
>

/** The methods about users. */
export const userMethods = ({ call }: Turns): UserMethods => ({
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
  deleteUser: (id) =>
    call((state) => {
      const known = state.users.get(id)
      state.users.delete(id)
      for (const rows of [state.accounts, state.sessions, state.authenticators]) removeOwned(rows, id)
      return copyOf(known)
    }),
})
