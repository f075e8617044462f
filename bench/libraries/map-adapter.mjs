// An adapter of `Map`s, which costs as little as possible, so that a case measures the library and not its storage.
export const mapAdapter = () => {
  /** @type {Map<string, any>} */
  const users = new Map()
  /** @type {Map<string, any>} */
  const sessions = new Map()
  /** @type {Map<string, string>} */
  const accounts = new Map()
  const keyOf = (/** @type {any} */ { provider, providerAccountId }) => `${provider}:${providerAccountId}`
  return {
    createUser: async (/** @type {any} */ given) => {
      const user = { ...given, id: crypto.randomUUID() }
      users.set(user.id, user)
      return user
    },
    getUser: async (/** @type {string} */ id) => users.get(id) ?? null,
    getUserByEmail: async (/** @type {string} */ email) => users.values().find((user) => user.email === email) ?? null,
    getUserByAccount: async (/** @type {any} */ account) => users.get(accounts.get(keyOf(account)) ?? '') ?? null,
    updateUser: async (/** @type {any} */ change) => {
      const user = { ...users.get(change.id), ...change }
      users.set(user.id, user)
      return user
    },
    linkAccount: async (/** @type {any} */ account) => {
      accounts.set(keyOf(account), account.userId)
      return account
    },
    createSession: async (/** @type {any} */ session) => {
      sessions.set(session.sessionToken, session)
      return session
    },
    getSessionAndUser: async (/** @type {string} */ token) => {
      const session = sessions.get(token)
      return session === undefined ? null : { session, user: users.get(session.userId) }
    },
    updateSession: async (/** @type {any} */ change) => {
      const session = { ...sessions.get(change.sessionToken), ...change }
      sessions.set(session.sessionToken, session)
      return session
    },
    deleteSession: async (/** @type {string} */ token) => void sessions.delete(token),
  }
}
