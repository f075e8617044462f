/** Why a provider rejects a request. The developer sees it on a page, the application in the response. */
export class ProviderError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}
