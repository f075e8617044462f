import type { Cookie, ResponseInternal } from '../types/http.ts'
import type { Page } from '../types/page-props.ts'
import type { RedirectTarget } from './redirect-target.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/error-classes.ts'

/** The response of a handler, as plain data. The HTTP layer renders the page. */
export interface HandlerResponse extends Omit<ResponseInternal, 'headers'> {
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly redirect?: RedirectTarget
  /** The body as JSON, in place of `body`. */
  readonly text?: string
  readonly page?: Page
}

export const redirectTo = (redirect: RedirectTarget, cookies: readonly Cookie[] = []): HandlerResponse => ({
  status: 302,
  redirect,
  cookies,
})

export const COMMON_HEADERS = Object.freeze({
  'cache-control': 'private, no-cache, no-store',
  expires: '0',
  pragma: 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
} as const)

export const JSON_HEADERS = Object.freeze({ ...COMMON_HEADERS, 'content-type': 'application/json' })

export const json = (
  body: HandlerResponse['body'],
  cookies: readonly Cookie[] = [],
  status = 200,
  more?: HandlerResponse['headers'],
): HandlerResponse => {
  const headers = more === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...more }
  return body === undefined ? { status, headers, cookies } : { status, headers, body, cookies }
}

/** The response to a request that no page sends. */
export const refuse = (status: number, message: string, more?: HandlerResponse['headers']): HandlerResponse =>
  json({ error: 'BadRequest', message }, [], status, more)

export const malformed = (): HandlerResponse => refuse(400, 'The request could not be read.')

export const show = (page: Page, cookies: readonly Cookie[] = [], status = 200): HandlerResponse => ({
  status,
  page,
  cookies,
})

/** An error whose response sets cookies all the same, and leads to `retryPage` in place of the page of its type. */
export class HandlerError extends Error {
  readonly cookies: readonly Cookie[]
  readonly retryPage: RedirectTarget | undefined

  constructor(cause: unknown, cookies: readonly Cookie[], retryPage?: RedirectTarget) {
    super('A handler failed', { cause })
    this.cookies = cookies
    this.retryPage = retryPage
  }
}

/** The error of a failed handler, the cookies to set all the same, and the page where the user can try again. */
export const toFailure = (thrown: unknown) => {
  const { cause, cookies, retryPage } = thrown instanceof HandlerError ? thrown : new HandlerError(thrown, [])
  const error =
    cause instanceof AuthError ? cause : new CallbackRouteError('Something failed that should not', causeOf(cause))
  return { error, cookies, retryPage }
}
export type Failure = ReturnType<typeof toFailure>

/** Run a part of a handler. Show an error that the user can correct on `page`. */
export const withRetryPage = async <Value>(
  page: RedirectTarget,
  work: () => Promise<Value>,
  canCorrect = ({ kind }: AuthError): boolean => kind === 'signIn',
): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AuthError && canCorrect(error) ? new HandlerError(error, [], page) : error
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
export const withCookies = async (cookies: readonly Cookie[], work: () => Promise<HandlerResponse>) => {
  const response = await withErrorCookies(cookies, work)
  return { ...response, cookies: [...cookies, ...(response.cookies ?? [])] }
}
