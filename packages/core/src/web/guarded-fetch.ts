import { AuthError } from '../errors/auth-error.ts'
import { readStream } from './body.ts'
import { isSafeUrl } from './redirect-target.ts'

/** Bytes of a decoded body. Responses of providers are far smaller. */
const MAX_BODY = 1024 * 1024

interface Guard {
  /** Sends the request: the `fetch` of the runtime, or the developer's `customFetch`. */
  readonly send: typeof fetch
  /** Milliseconds for the whole call, including the body. */
  readonly timeout: number
  /** Creates the error of a failed call. `reason` is for the log; `code` is the network error code, such as `ECONNREFUSED`. */
  readonly fail: (reason: string, code?: string) => AuthError
}

/** Responses with these statuses have no body (Fetch §2.2.6). */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205])

/** The same response with a buffered body. The headers about the encoded body no longer apply. */
const withBody = (response: Response, body: Uint8Array<ArrayBuffer>): Response => {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(NULL_BODY_STATUSES.has(response.status) ? null : body, { status: response.status, headers })
}

/** Some services reject requests without a `User-Agent`, and runtimes differ in what they send by default. */
const buildHeaders = (input: RequestInfo | URL, init: RequestInit | undefined): Headers => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  if (!headers.has('user-agent')) headers.set('user-agent', PRODUCT)
  return headers
}

const readUrl = (input: RequestInfo | URL): URL | undefined => {
  const text = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  return URL.canParse(text) ? new URL(text) : undefined
}

const CODE = /^[A-Z][A-Z0-9_]{0,60}$/

/**
 * The code of a network error, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. The error itself is not kept: a custom HTTP client
 * may have attached the request with its secrets.
 */
const findNetworkCode = (error: unknown): string | undefined => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODE.test(cause.code)) return cause.code
  }
  return undefined
}

/**
 * Create the `fetch` for all outbound calls of this library. It allows only https URLs (and loopback), sends a `User-Agent`,
 * has one deadline, reads the whole body up to a limit, and follows no redirect, which could send credentials to another server
 * (RFC 9700 §4.12).
 */
export const guardFetch = ({ send, timeout, fail }: Guard): typeof fetch => {
  const exchange = async (
    input: RequestInfo | URL,
    init: RequestInit | undefined,
    signal: AbortSignal,
  ): Promise<Response> => {
    const signals = init?.signal ? AbortSignal.any([signal, init.signal]) : signal
    const headers = buildHeaders(input, init)
    const response = await send(input, { ...init, headers, redirect: 'manual', signal: signals })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      throw fail('redirect')
    }
    const body = await readStream(response.body, MAX_BODY, signal)
    if (body === undefined) throw fail('too large')
    return withBody(response, body)
  }
  return async (input, init) => {
    const url = readUrl(input)
    if (url === undefined || !isSafeUrl(url)) throw fail('insecure address')
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    // The race ends a body that arrives slowly, and a custom `fetch` that ignores its signal.
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(fail('time-out'))
        controller.abort()
      }, timeout)
    })
    try {
      return await Promise.race([exchange(input, init, controller.signal), deadline])
    } catch (error) {
      throw error instanceof AuthError ? error : fail('network', findNetworkCode(error))
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The `User-Agent` of outbound requests (RFC 9110 §10.1.5). */
export const PRODUCT = 'authwright/0.1.0'
