import { concat } from '../base/bytes.ts'
import { PRODUCT } from '../base/product.ts'
import { AuthError } from '../errors/auth-error.ts'
import { isSafeUrl } from './safe-url.ts'

/** Bytes of a decoded body; no answer of an honest server comes near. */
const LARGEST = 1024 * 1024

/** What the guard has to know of a call. */
export interface Guard {
  /** What really goes out: the runtime's `fetch`, or the owner's in its place. */
  readonly send: typeof fetch
  /** Milliseconds that a call may take, body included. */
  readonly timeout: number
  /** The error of a call that failed. The reason is for the log; `code` is the network's own, such as `ECONNREFUSED`. */
  readonly fail: (reason: string, code?: string) => AuthError
}

/** Responses with these statuses must not be given a body (Fetch §2.2.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 205])

const readBody = async (
  response: Response,
  signal: AbortSignal,
  tooLarge: () => AuthError,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (response.body === null) return new Uint8Array()
  const reader = response.body.getReader()
  const giveUp = (): void => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', giveUp, { once: true })
  const parts: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > LARGEST) {
      giveUp()
      throw tooLarge()
    }
    parts.push(part.value)
  }
  signal.removeEventListener('abort', giveUp)
  return concat(...parts)
}

/** The same answer with its body at hand. What described the body on the wire no longer does. */
const withBody = (response: Response, body: Uint8Array<ArrayBuffer>): Response => {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(BODILESS.has(response.status) ? null : body, { status: response.status, headers })
}

/** One deadline for the whole of the work: a slow drip does not outlive it, and a `fetch` deaf to signals neither. */
const within = async <Value>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Value>,
  late: () => AuthError,
): Promise<Value> => {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(late())
      controller.abort()
    }, milliseconds)
  })
  try {
    return await Promise.race([work(controller.signal), deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Some services turn away who does not say what it is, and runtimes differ in what they say for it. */
const headersOf = (input: RequestInfo | URL, init: RequestInit | undefined): Headers => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  if (!headers.has('user-agent')) headers.set('user-agent', PRODUCT)
  return headers
}

const addressOf = (input: RequestInfo | URL): URL | undefined => {
  const text = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  return URL.canParse(text) ? new URL(text) : undefined
}

const CODE = /^[A-Z][A-Z0-9_]{0,60}$/

/**
 * The code of an error from the network, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. The error itself stays behind: a
 * client of the owner's choice may have hung the whole request on it, secret and all.
 */
const networkCode = (error: unknown): string | undefined => {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && CODE.test(at.code)) return at.code
  }
  return undefined
}

/**
 * The only way out of this library: https (or loopback), a name, one deadline, a bounded body that is read whole before the answer
 * is handed on, and no redirects, which could carry credentials to somebody else (RFC 9700 §4.12).
 */
export const guardFetch = ({ send, timeout, fail }: Guard): typeof fetch => {
  const exchange = async (
    input: RequestInfo | URL,
    init: RequestInit | undefined,
    signal: AbortSignal,
  ): Promise<Response> => {
    const signals = init?.signal ? AbortSignal.any([signal, init.signal]) : signal
    const headers = headersOf(input, init)
    const response = await send(input, { ...init, headers, redirect: 'manual', signal: signals })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      throw fail('redirect')
    }
    return withBody(response, await readBody(response, signal, () => fail('too large')))
  }
  return async (input, init) => {
    const url = addressOf(input)
    if (url === undefined || !isSafeUrl(url)) throw fail('insecure address')
    try {
      return await within(
        timeout,
        (signal) => exchange(input, init, signal),
        () => fail('time-out'),
      )
    } catch (error) {
      throw error instanceof AuthError ? error : fail('network', networkCode(error))
    }
  }
}
