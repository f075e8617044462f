/**
 * The server answered, but not with what was asked for.
 *
 * @example
 * new ClientError('Configuration', 500).status // 500
 */
export class ClientError extends Error {
  override name = 'ClientError'
  /** The public type of the server's error, or `UnexpectedAnswer` when the answer was none of the library's. */
  readonly type: string
  /** Status of the HTTP answer. */
  readonly status: number

  constructor(type: string, status: number) {
    super(`The sign-in service answered ${status} (${type})`)
    this.type = type
    this.status = status
  }
}
