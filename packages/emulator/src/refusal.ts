/** A request that the provider would turn down, and why: shown to the developer, answered to the application. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}
