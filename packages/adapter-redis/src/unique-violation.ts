/** There is already such a row. All adapters of Authwright throw an error of this name with a `constraint`. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: 'session' | 'token'

  constructor(constraint: UniqueViolation['constraint']) {
    super(`there is already such a row: ${constraint}`)
    this.constraint = constraint
  }
}
