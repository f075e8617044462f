import type { Adapter, AdapterSession } from '@authwright/core/adapters'
import { requireUser } from './users.ts'
import { given, keyOf, type State, UniqueViolation } from './state.ts'
import type { Transactions } from './transactions.ts'

type SessionMethods = Required<
  Pick<
    Adapter,
    | 'createSession'
    | 'createSessionOfAccount'
    | 'getSessionAndUser'
    | 'updateSession'
    | 'deleteSession'
    | 'listSessions'
    | 'deleteSessions'
  >
>

const addSession = (state: State, session: AdapterSession): AdapterSession => {
  if (state.sessions.has(session.sessionToken)) throw new UniqueViolation('session')
  requireUser(state, session.userId)
  state.sessions.set(session.sessionToken, { ...session })
  return { ...session }
}

/** The methods about sessions. */
export const sessionMethods = ({ call }: Transactions, now: () => number): SessionMethods => ({
  createSession: (session) => call((state) => addSession(state, session)),
  createSessionOfAccount: (session, { provider, providerAccountId }) =>
    call((state) => {
      const account = state.accounts.get(keyOf(provider, providerAccountId))
      return account?.userId === session.userId ? addSession(state, session) : null
    }),
  getSessionAndUser: (sessionToken) =>
    call((state) => {
      const session = state.sessions.get(sessionToken)
      const user = state.users.get(session?.userId ?? '')
      return session === undefined || user === undefined ? null : { session: { ...session }, user: { ...user } }
    }),
  updateSession: (changes) =>
    call((state) => {
      const known = state.sessions.get(changes.sessionToken)
      if (known === undefined) return null
      const session = { ...known, ...given(changes) }
      state.sessions.set(session.sessionToken, session)
      return { ...session }
    }),
  deleteSession: (sessionToken) =>
    call((state) => {
      const known = state.sessions.get(sessionToken)
      state.sessions.delete(sessionToken)
      return known ?? null
    }),
  listSessions: (userId) =>
    call((state) =>
      [...state.sessions.values()]
        .filter((session) => session.userId === userId && session.expires.getTime() > now())
        .map((session) => ({ ...session })),
    ),
  deleteSessions: (userId, except) =>
    call((state) => {
      for (const [token, session] of state.sessions) {
        if (session.userId === userId && token !== except) state.sessions.delete(token)
      }
    }),
})
