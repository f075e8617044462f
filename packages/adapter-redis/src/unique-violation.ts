/**
 * A session or token with the same key exists. All adapters of Authwright throw an error with this `name`.
 * @example
 * const isUniqueViolation = (error: unknown): error is UniqueViolation =>
 *   error instanceof Error && error.name === 'UniqueViolation'
 */
export class UniqueViolation extends Error {
  /** Identifies the error without `instanceof`, also across two copies of the package. */
  override readonly name = 'UniqueViolation'
  /** What exists already. */
  readonly constraint: 'session' | 'token'

  constructor(constraint: UniqueViolation['constraint']) {
    super(`a row with the same unique key exists: ${constraint}`)
    this.constraint = constraint
  }
}
