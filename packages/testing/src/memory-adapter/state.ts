import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@authwright/core/adapters'
import { type Journal, Table } from './table.ts'

/**
 * All rows of a memory adapter, by key. Rows are replaced and never changed.
 * @example
 * const findUser = ({ users }: State, email: string) => [...users.values()].find((user) => user.email === email)
 */
export interface State {
  /** The users by id. */
  readonly users: Map<string, AdapterUser>
  /** The accounts at providers. */
  readonly accounts: Map<string, AdapterAccount>
  /** The sessions by token. */
  readonly sessions: Map<string, AdapterSession>
  /** The one-time tokens. */
  readonly tokens: Map<string, VerificationToken>
  /** The passkeys. */
  readonly authenticators: Map<string, AdapterAuthenticator>
  /** The counters by key. */
  readonly counters: Map<string, { readonly count: number; readonly expires: Date }>
}

/** No rows. */
export const emptyState = (journal: Journal): State => ({
  users: new Table(journal),
  accounts: new Table(journal),
  sessions: new Table(journal),
  tokens: new Table(journal),
  authenticators: new Table(journal),
  counters: new Table(journal),
})

/** A copy that later changes do not affect. */
export const copyState = (state: State): State => ({
  users: new Map(state.users),
  accounts: new Map(state.accounts),
  sessions: new Map(state.sessions),
  tokens: new Map(state.tokens),
  authenticators: new Map(state.authenticators),
  counters: new Map(state.counters),
})

/** One key from several parts. */
export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts)

/** A copy without `undefined` members, so that a partial change keeps the rest. */
export const given = <Shape extends object>(shape: Shape): Shape => {
  const copy = { ...shape }
  for (const key of Object.keys(copy)) if (Reflect.get(copy, key) === undefined) Reflect.deleteProperty(copy, key)
  return copy
}

/** The row exists already. All adapters of Authwright throw an error with this name and a `constraint`. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: 'email' | 'account' | 'session' | 'user' | 'token' | 'authenticator'

  constructor(constraint: UniqueViolation['constraint']) {
    super(`The row exists already: ${constraint}`)
    this.constraint = constraint
  }
}
