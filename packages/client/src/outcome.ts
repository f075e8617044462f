import { isObject, readString, toClientError, type HttpClient, type JsonResponse } from './http.ts'
import { navigate, pageLocation, parseAddress } from './navigation.ts'
import type { SignInResponse } from './types.ts'

/** What the server responded to a sign-in or sign-out. */
export interface Outcome extends SignInResponse {
  /** The redirect target, also after a failure; `undefined` when the server named none, or not an http or https address. */
  readonly target: URL | undefined
}

const failed = (error: string, status: number): Outcome => ({
  error,
  code: undefined,
  status,
  ok: false,
  url: null,
  target: undefined,
})

const readRetryAfter = ({ body }: JsonResponse): Pick<SignInResponse, 'retryAfter'> => {
  const seconds = isObject(body) ? body['retryAfter'] : undefined
  return typeof seconds === 'number' ? { retryAfter: seconds } : {}
}

/** Read the response to a sign-in or sign-out. A failure has an error status, or an `error` parameter in its redirect. */
export const readOutcome = (response: JsonResponse): Outcome => {
  const url = readString(response.body, 'url')
  const target = url === undefined ? undefined : parseAddress(url)
  if (response.status === 429)
    return { ...failed(toClientError(response).type, 429), ...readRetryAfter(response), target }
  if (!response.ok) return failed(toClientError(response).type, response.status)
  if (target === undefined) return failed('UnexpectedResponse', response.status)
  // The library adds the `error` parameter only to addresses of this origin. A provider may use the name for its own purpose.
  const isOwn = target.origin === (pageLocation()?.origin ?? target.origin)
  const error = isOwn ? (target.searchParams.get('error') ?? undefined) : undefined
  const code = isOwn ? (target.searchParams.get('code') ?? undefined) : undefined
  const ok = error === undefined
  return { error, code: ok ? undefined : code, status: response.status, ok, url: ok ? target.href : null, target }
}

/** The part of an outcome that callers get. */
export const toSignInResponse = ({ target: _target, ...response }: Outcome): SignInResponse => response

/** Follow the server's redirect. Without one, load the library's error page. */
export const redirect = (http: HttpClient, { target, error }: Outcome): void =>
  navigate(target ?? http.pageUrl('error', { error: error ?? 'Configuration' }))
