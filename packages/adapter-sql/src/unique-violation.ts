import type { TableName } from './store/tables.ts'

/** What must not be there twice. */
export type UniqueConstraint = 'email' | 'account' | 'session' | 'user' | 'token' | 'authenticator'

/**
 * Somebody else was faster: the row that was to be made is there already. Read again and go on. Recognise it by its `name`, which every
 * adapter of Authwright shares, rather than by its class.
 *
 * @example
 * const lost = (error: unknown) => error instanceof Error && error.name === 'UniqueViolation'
 */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: UniqueConstraint

  constructor(constraint: UniqueConstraint, options?: ErrorOptions) {
    super(`there is already such a row: ${constraint}`, options)
    this.constraint = constraint
  }
}

const ofTable: Readonly<Record<TableName, UniqueConstraint>> = {
  users: 'user',
  accounts: 'account',
  sessions: 'session',
  verification_tokens: 'token',
  authenticators: 'authenticator',
  attempts: 'token',
}

/** What must not be there twice, by the table that was written to and the name that the database gives to the constraint. */
export const constraintOf = (table: TableName, name: string): UniqueConstraint =>
  table === 'users' && /email/i.test(name) ? 'email' : ofTable[table]
