import { SignInError } from '../errors/auth-error.ts'
import type { Cookie } from '../types/http.ts'
import type { HandlerResponse } from './handler-response.ts'
import type { RedirectTarget } from './redirect-target.ts'

/**
 * An error with cookies that must reach the browser all the same, so that a failed attempt ends with its failure. `retryPage`
 * is the page where the user can try again when that is neither the sign-in page nor the error page.
 */
export class HandlerError extends Error {
  override readonly cause: unknown
  readonly cookies: readonly Cookie[]
  readonly retryPage: RedirectTarget | undefined

  constructor(cause: unknown, cookies: readonly Cookie[], retryPage?: RedirectTarget) {
    super('A handler failed')
    this.cause = cause
    this.cookies = cookies
    this.retryPage = retryPage
  }
}

/** Run a part of a handler. Show an error that the user can correct on `page`. */
export const withRetryPage = async <Value>(page: RedirectTarget, work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SignInError ? new HandlerError(error, [], page) : error
  }
}

/** Run a part of a handler. If it fails, the response sets these cookies. */
export const withErrorCookies = async <Value>(
  cookies: readonly Cookie[],
  work: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    const inner = error instanceof HandlerError ? error : new HandlerError(error, [])
    throw new HandlerError(inner.cause, [...cookies, ...inner.cookies], inner.retryPage)
  }
}

/** Run the rest of a handler. The response sets these cookies, whether it succeeds or fails. */
export const withCookies = async (
  cookies: readonly Cookie[],
  work: () => Promise<HandlerResponse>,
): Promise<HandlerResponse> => {
  const response = await withErrorCookies(cookies, work)
  return { ...response, cookies: [...cookies, ...(response.cookies ?? [])] }
}
