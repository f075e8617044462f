import type { Site } from '../config/site.ts'
import { SignInError } from '../errors/auth-error.ts'
import type { Cookie } from '../types/http.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import type { ReturnTarget } from '../web/return-target.ts'

/** One step that a person sees. */
export type Flow = (request: RequestInternal, site: Site) => Promise<Answer>

/**
 * An error with the cookies that have to reach the browser all the same, so that an attempt dies with its failure, and
 * with the page where the person can try again when that is neither the sign-in page nor the error page.
 */
export class FailedFlow extends Error {
  override readonly cause: unknown
  readonly cookies: readonly Cookie[]
  readonly retry: ReturnTarget | undefined

  constructor(cause: unknown, cookies: readonly Cookie[], retry?: ReturnTarget) {
    super('A flow failed')
    this.cause = cause
    this.cookies = cookies
    this.retry = retry
  }
}

/** Run a part of a flow; what the person can mend is told on this page. */
export const failingAt = async <Value>(page: ReturnTarget, work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SignInError ? new FailedFlow(error, [], page) : error
  }
}

/** Run a part of a flow; its failure carries these cookies. */
export const failingWith = async <Value>(cookies: readonly Cookie[], work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    const inner = error instanceof FailedFlow ? error : new FailedFlow(error, [])
    throw new FailedFlow(inner.cause, [...cookies, ...inner.cookies], inner.retry)
  }
}

/** Run the rest of a flow; its answer and its failure both carry these cookies. */
export const carrying = async (cookies: readonly Cookie[], work: () => Promise<Answer>): Promise<Answer> => {
  const answer = await failingWith(cookies, work)
  return { ...answer, cookies: [...cookies, ...(answer.cookies ?? [])] }
}
