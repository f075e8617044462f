import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@authwright/core/adapters'
import { type Journal, Table } from './table.ts'

/** Everything a memory adapter holds, by key. Rows are never changed, only replaced. */
export interface State {
  readonly users: Map<string, AdapterUser>
  readonly accounts: Map<string, AdapterAccount>
  readonly sessions: Map<string, AdapterSession>
  readonly tokens: Map<string, VerificationToken>
  readonly authenticators: Map<string, AdapterAuthenticator>
  readonly attempts: Map<string, { readonly count: number; readonly expires: Date }>
}

/** Nothing yet. */
export const emptyState = (journal: Journal): State => ({
  users: new Table(journal),
  accounts: new Table(journal),
  sessions: new Table(journal),
  tokens: new Table(journal),
  authenticators: new Table(journal),
  attempts: new Table(journal),
})

/** A copy that later changes do not reach. */
export const copyState = (state: State): State => ({
  users: new Map(state.users),
  accounts: new Map(state.accounts),
  sessions: new Map(state.sessions),
  tokens: new Map(state.tokens),
  authenticators: new Map(state.authenticators),
  attempts: new Map(state.attempts),
})

/** One key of several parts. */
export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts)

/** Without members that are `undefined`, so that a partial change leaves the rest alone. */
export const given = <Shape extends object>(shape: Shape): Shape => {
  const copy = { ...shape }
  for (const key of Object.keys(copy)) if (Reflect.get(copy, key) === undefined) Reflect.deleteProperty(copy, key)
  return copy
}

/** There is already such a row. All adapters of Authwright throw an error of this name with a `constraint`. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: 'email' | 'account' | 'session' | 'user' | 'token' | 'authenticator'

  constructor(constraint: UniqueViolation['constraint']) {
    super(`there is already such a row: ${constraint}`)
    this.constraint = constraint
  }
}
