import type { AuthContext } from '../config/auth-context.ts'
import { SignInError } from '../errors/auth-error.ts'
import type { Cookie } from '../types/http.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RequestInternal } from '../web/request.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'

/** One step that a person sees. */
export type RouteHandler = (request: RequestInternal, context: AuthContext) => Promise<HandlerResponse>

/**
 * An error with the cookies that have to reach the browser all the same, so that an attempt dies with its failure, and
 * with the page where the person can try again when that is neither the sign-in page nor the error page.
 */
export class HandlerError extends Error {
  override readonly cause: unknown
  readonly cookies: readonly Cookie[]
  readonly retry: RedirectTarget | undefined

  constructor(cause: unknown, cookies: readonly Cookie[], retry?: RedirectTarget) {
    super('A flow failed')
    this.cause = cause
    this.cookies = cookies
    this.retry = retry
  }
}

/** Run a part of a flow; what the person can mend is told on this page. */
export const withRetryPage = async <Value>(page: RedirectTarget, work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SignInError ? new HandlerError(error, [], page) : error
  }
}

/** Run a part of a flow; its failure carries these cookies. */
export const withErrorCookies = async <Value>(
  cookies: readonly Cookie[],
  work: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    const inner = error instanceof HandlerError ? error : new HandlerError(error, [])
    throw new HandlerError(inner.cause, [...cookies, ...inner.cookies], inner.retry)
  }
}

/** Run the rest of a flow; its answer and its failure both carry these cookies. */
export const withCookies = async (
  cookies: readonly Cookie[],
  work: () => Promise<HandlerResponse>,
): Promise<HandlerResponse> => {
  const response = await withErrorCookies(cookies, work)
  return { ...response, cookies: [...cookies, ...(response.cookies ?? [])] }
}
