import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../../src/types/adapter.ts'

/** Rows that a test can look into, and every call in the order it came. */
export interface Store {
  readonly users: Map<string, AdapterUser>
  readonly accounts: AdapterAccount[]
  readonly sessions: Map<string, AdapterSession>
  readonly tokens: VerificationToken[]
  /** `A.` and the method's name for each call. Callbacks and events of a test write here too. */
  readonly trace: string[]
  /** Methods that fail from now on. */
  readonly broken: Set<string>
}

export const makeStore = (trace: string[] = []): Store => ({
  users: new Map(),
  accounts: [],
  sessions: new Map(),
  tokens: [],
  trace,
  broken: new Set(),
})

/** An adapter with the methods of the published contract and no more, as a class, whose methods need their `this`. */
export class StoreAdapter implements Adapter {
  readonly store: Store
  private next = 1

  constructor(store: Store) {
    this.store = store
  }

  private called(method: string): Store {
    this.store.trace.push(`A.${method}`)
    if (this.store.broken.has(method)) throw new Error(`${method}: connection lost`)
    return this.store
  }

  async createUser(user: AdapterUser): Promise<AdapterUser> {
    const { users } = this.called('createUser')
    const made = { ...user, id: `user-${this.next++}` }
    users.set(made.id, made)
    return made
  }

  async getUser(id: string): Promise<AdapterUser | null> {
    return this.called('getUser').users.get(id) ?? null
  }

  async getUserByEmail(email: string): Promise<AdapterUser | null> {
    return [...this.called('getUserByEmail').users.values()].find((user) => user.email === email) ?? null
  }

  async getUserByAccount({
    provider,
    providerAccountId,
  }: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): Promise<AdapterUser | null> {
    const { accounts, users } = this.called('getUserByAccount')
    const account = accounts.find((row) => row.provider === provider && row.providerAccountId === providerAccountId)
    return account === undefined ? null : (users.get(account.userId) ?? null)
  }

  async updateUser(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Promise<AdapterUser> {
    const { users } = this.called('updateUser')
    const before = users.get(user.id)
    if (before === undefined) throw new Error('no such user')
    const after = { ...before, ...user }
    users.set(user.id, after)
    return after
  }

  async deleteUser(id: string): Promise<void> {
    this.called('deleteUser').users.delete(id)
  }

  async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    this.called('linkAccount').accounts.push(account)
    return account
  }

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    this.called('createSession').sessions.set(session.sessionToken, session)
    return session
  }

  async getSessionAndUser(sessionToken: string): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    const { sessions, users } = this.called('getSessionAndUser')
    const session = sessions.get(sessionToken)
    const user = session === undefined ? undefined : users.get(session.userId)
    return session === undefined || user === undefined ? null : { session, user }
  }

  async updateSession(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Promise<AdapterSession | null> {
    const { sessions } = this.called('updateSession')
    const before = sessions.get(session.sessionToken)
    if (before === undefined) return null
    const after = { ...before, ...session }
    sessions.set(session.sessionToken, after)
    return after
  }

  async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    const { sessions } = this.called('deleteSession')
    const session = sessions.get(sessionToken) ?? null
    sessions.delete(sessionToken)
    return session
  }

  async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
    this.called('createVerificationToken').tokens.push(token)
    return token
  }

  async useVerificationToken({
    identifier,
    token,
  }: {
    identifier: string
    token: string
  }): Promise<VerificationToken | null> {
    const { tokens } = this.called('useVerificationToken')
    const at = tokens.findIndex((row) => row.identifier === identifier && row.token === token)
    return at < 0 ? null : (tokens.splice(at, 1)[0] ?? null)
  }
}
