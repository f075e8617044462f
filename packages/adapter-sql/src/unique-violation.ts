import type { TableName } from './store/tables.ts'

/**
 * Which unique value a new or changed row has in common with another row.
 * @example const messages: Partial<Record<UniqueConstraint, string>> = { email: 'This e-mail address is in use.' }
 */
export type UniqueConstraint = 'email' | 'account' | 'session' | 'user' | 'token' | 'authenticator'

/**
 * A unique key refused a row: another request was faster, or the row existed before. Recognize this error by its
 * `name`, which all adapters of Authwright share, not by its class.
 *
 * @example
 * const isUniqueViolation = (error: unknown) => error instanceof Error && error.name === 'UniqueViolation'
 */
export class UniqueViolation extends Error {
  /** Identifies the error without `instanceof`, also across two copies of the package. */
  override readonly name = 'UniqueViolation'
  /** The columns or the constraint that the row violates, if the database names them. */
  readonly constraint: UniqueConstraint

  constructor(constraint: UniqueConstraint, options?: ErrorOptions) {
    super(`a row with the same unique key exists: ${constraint}`, options)
    this.constraint = constraint
  }
}

const constraints: Readonly<Record<TableName, UniqueConstraint>> = {
  users: 'user',
  accounts: 'account',
  sessions: 'session',
  verification_tokens: 'token',
  authenticators: 'authenticator',
  counters: 'token',
}

/** Maps the table of a failed write, and the database's name of the constraint, to a `UniqueConstraint`. */
export const constraintOf = (table: TableName, name: string): UniqueConstraint =>
  table === 'users' && /email/i.test(name) ? 'email' : constraints[table]
