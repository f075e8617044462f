import { AuthError } from '../errors/auth-error.ts'
import { readStream } from './body.ts'
import { parseSafeUrl } from './redirect-target.ts'

/** Bytes of a decoded body. Responses of providers are far smaller. */
const MAX_BODY = 1024 * 1024

export interface Guard {
  /** Sends the request: the `fetch` of the runtime, or the developer's `customFetch`. */
  readonly send: typeof fetch
  /** Milliseconds for the whole call, including the body. */
  readonly timeout: number
  /** Creates the error of a failed call. `code` is the network error code, such as `ECONNREFUSED`. */
  readonly fail: (reason: string, code?: string, host?: string) => AuthError
}

const CODE = /^[A-Z][A-Z0-9_]{0,60}$/

/** The code of a network error. The error itself may carry the request with its secrets, so it is not kept. */
const findNetworkCode = (error: unknown): string | undefined => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODE.test(cause.code)) return cause.code
  }
  return undefined
}

/** A response whose body was read. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/** The response for code that expects one, such as the hooks of a provider. */
export const toFetchResponse = ({ status, headers, body }: ReceivedResponse): Response => {
  const received = new Headers(headers)
  // They are about the encoded body.
  received.delete('content-encoding')
  received.delete('content-length')
  // Responses with these statuses have no body (Fetch §2.2.6).
  return new Response(status === 204 || status === 205 ? null : body, { status, headers: received })
}

/**
 * Send a request as all outbound calls are sent: only to https (and loopback), with one deadline, a size limit, and no
 * redirect, which could send credentials to another server (RFC 9700 §4.12).
 */
export const sendGuarded = async (
  { send, timeout, fail }: Guard,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<ReceivedResponse> => {
  const exchange = async (signal: AbortSignal): Promise<ReceivedResponse> => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    // Some services reject requests without a `User-Agent`, and runtimes differ in what they send by default.
    if (!headers.has('user-agent')) headers.set('user-agent', PRODUCT)
    const signals = init?.signal ? AbortSignal.any([signal, init.signal]) : signal
    const response = await send(input, { ...init, headers, redirect: 'manual', signal: signals })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      throw fail('redirect')
    }
    // A `Response` cannot have such a status (Fetch §2.2.6), but a server can send 999.
    if (response.status < 200 || response.status > 599) throw fail('status')
    const body = await readStream(response.body, MAX_BODY, signal)
    if (body === undefined) throw fail('too large')
    return { status: response.status, headers: response.headers, body }
  }
  const url = typeof input === 'object' && 'url' in input ? input.url : String(input)
  if (parseSafeUrl(url) === undefined) throw fail('insecure address')
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  // The race ends a body that arrives slowly, and a custom `fetch` that ignores its signal.
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(fail('time-out', undefined, new URL(url).host))
      controller.abort()
    }, timeout)
  })
  try {
    return await Promise.race([exchange(controller.signal), deadline])
  } catch (error) {
    throw error instanceof AuthError ? error : fail('network', findNetworkCode(error), new URL(url).host)
  } finally {
    clearTimeout(timer)
  }
}

/** The same as a `fetch`. */
export const guardFetch =
  (guard: Guard): typeof fetch =>
  async (input, init) =>
    toFetchResponse(await sendGuarded(guard, input, init))

/** The `User-Agent` of outbound requests (RFC 9110 §10.1.5). */
export const PRODUCT = 'authwright/0.1.0'
