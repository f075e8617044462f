/** A session or token with the same key exists. All adapters of Authwright throw an error with this `name`. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: 'session' | 'token'

  constructor(constraint: UniqueViolation['constraint']) {
    super(`a row with the same unique key exists: ${constraint}`)
    this.constraint = constraint
  }
}
