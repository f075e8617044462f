/** What must not be there twice. */
export type UniqueConstraint = 'email' | 'account' | 'session' | 'user' | 'token' | 'authenticator'

/**
 * Somebody else was faster: the row that was to be made is there already. Read again and go on. Recognise it by its `name`, which every
 * adapter of Gatehouse shares, rather than by its class.
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
