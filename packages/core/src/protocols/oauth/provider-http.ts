import type { AuthError } from '../../errors/auth-error.ts'
import { authError, CallbackRouteError, InvalidConfig, OAuthCallbackError } from '../../errors/error-classes.ts'
import { quote } from '../../errors/describe-error.ts'
import type { Awaitable } from '../../base/async.ts'
import { nonEmpty, parseJsonBytes, defined, type JsonObject } from '../../base/json.ts'
import type { Runtime } from '../../runtime/engine.ts'
import { sendGuarded, toFetchResponse, type Guard, type ReceivedResponse } from '../../web/guarded-fetch.ts'

export type EndpointName =
  | 'authorization'
  | 'pushed authorization'
  | 'discovery'
  | 'jwks'
  | 'token'
  | 'id token'
  | 'userinfo'

/** Facts for the log. They must not contain secrets, tokens or codes. */
export type Evidence = Readonly<Record<string, unknown>>

/** The first characters of a text that a provider sent, for the log. */
export const excerpt = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.slice(0, 300) : undefined

const OUT_OF_ORDER = 'The provider is out of order: look at its status page, and try again later'

/** The provider could not be reached, or is temporarily out of order. A retry may succeed. */
const providerUnavailable = (provider: string, evidence: Evidence): AuthError =>
  new CallbackRouteError(`Provider "${provider}" could not be reached`, { fix: OUT_OF_ORDER, ...evidence, provider })

const noUsableResponse = (provider: string, evidence: Evidence): AuthError =>
  new OAuthCallbackError(`Provider "${provider}" sent no usable response`, { ...evidence, provider })

export const invalidResponse = (provider: string, endpoint: EndpointName, reason: string, evidence?: Evidence) =>
  noUsableResponse(provider, { endpoint, reason, ...evidence })

export const invalidCheck = (provider: string, reason: string, problem: string, evidence?: Evidence): AuthError =>
  authError('InvalidCheck', problem, { provider, reason, ...evidence })

export const invalidProviderOption = (
  { id }: { readonly id: string },
  option: string,
  problem: string,
  ...found: readonly unknown[]
): AuthError => {
  const [value, from] = found.map(quote).flatMap((one) => [`, but is ${one}`, ` from ${one}`])
  const fix = `Change ${option} of provider "${id}"${from ?? ''}: it ${problem}`
  return new InvalidConfig(`${option} of provider "${id}" ${problem}${value ?? ''}`, { provider: id, option, fix })
}

/**
 * Name the given provider in the error of a shared request: a log must not name another tenant. `findFix` says what the
 * developer can do, by the evidence of the error.
 */
export const forProvider = (
  provider: string,
  error: unknown,
  findFix: (evidence: Evidence) => string | undefined = () => undefined,
): unknown => {
  const isUnavailable = error instanceof CallbackRouteError
  if (!isUnavailable && !(error instanceof OAuthCallbackError)) return error
  const evidence = { ...error.cause, ...defined({ fix: findFix({ ...error.cause }) }) }
  return isUnavailable ? providerUnavailable(provider, evidence) : noUsableResponse(provider, evidence)
}

export interface ProviderConnection {
  readonly id: string
  /** The provider's `customFetch`. It replaces the runtime's `fetch`. */
  readonly fetch: typeof fetch | undefined
  /** Milliseconds that one request may take, including its body. */
  readonly timeout: number
}

/** Records a call: the endpoint, the host, the status or why there is none, and the milliseconds. */
const traced = async (
  call: () => Promise<ReceivedResponse>,
  facts: Readonly<Record<'provider' | 'endpoint' | 'host', string>>,
  { now, trace }: Runtime,
): Promise<ReceivedResponse> => {
  const began = now()
  const record = (result: object): void =>
    trace?.('provider call', { ...facts, ...result, milliseconds: now() - began })
  try {
    const response = await call()
    record({ status: response.status })
    return response
  } catch (error) {
    const { reason, code } = (error instanceof CallbackRouteError ? error.cause : undefined) ?? {}
    record({ failed: reason, code })
    throw error
  }
}

/** Send a request to a provider. A failed request throws `CallbackRouteError` that names the endpoint. */
export const callProvider = (
  { id, fetch, timeout }: ProviderConnection,
  endpoint: EndpointName,
  runtime: Runtime,
  ...[input, init]: Parameters<typeof globalThis.fetch>
): Promise<ReceivedResponse> => {
  const url = typeof input === 'object' && 'url' in input ? input.url : String(input)
  const fail: Guard['fail'] = (reason, code, host) => {
    // Without its query, which may have secrets.
    const fix = `Request ${url.split(/[?#]/, 1)[0]} from this server: it did not respond as a provider does`
    return providerUnavailable(id, { endpoint, reason, fix, ...defined({ code, host }) })
  }
  const call = () => sendGuarded({ send: fetch ?? runtime.fetch, timeout, fail }, input, init)
  if (runtime.trace === undefined) return call()
  const host = URL.canParse(url) ? new URL(url).host : ''
  return traced(call, { provider: id, endpoint, host }, runtime)
}

/** The same as a `fetch`, for the hooks of the provider. */
export const guardedFetch =
  (provider: ProviderConnection, endpoint: EndpointName, runtime: Runtime): typeof fetch =>
  async (...request) =>
    toFetchResponse(await callProvider(provider, endpoint, runtime, ...request))

/** A hook that corrects the responses of a provider. It gets a response of its own, and may return another one. */
export const conformResponse = async (
  // A hook in JavaScript may return `null` too.
  conform: ((response: Response) => Awaitable<Response | null | undefined>) | undefined,
  received: ReceivedResponse,
): Promise<ReceivedResponse> => {
  const conformed = await conform?.(toFetchResponse(received))
  if (conformed === undefined || conformed === null) return received
  const { status, headers } = conformed
  return { status, headers, body: new Uint8Array(await conformed.arrayBuffer()) }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i

export const mediaType = (response: ReceivedResponse): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''

/** Read the JSON object of a successful response. Other responses throw, with the provider's error as evidence. */
export const readJsonResponse = (provider: string, endpoint: EndpointName, response: ReceivedResponse): JsonObject => {
  const isJson = JSON_TYPE.test(mediaType(response))
  const body = isJson ? parseJsonBytes(response.body) : undefined
  const { status } = response
  const { error, error_description: description } = body ?? {}
  const evidence = defined({ status, error: excerpt(error), description: excerpt(description) })
  if (status >= 500 || status === 429) throw providerUnavailable(provider, { endpoint, reason: 'status', ...evidence })
  // 204, 205 and 206 are successes without a complete body.
  if (status < 200 || status > 203) throw invalidResponse(provider, endpoint, 'status', evidence)
  if (body === undefined) throw invalidResponse(provider, endpoint, isJson ? 'malformed' : 'not JSON', { status })
  // RFC 6749 §5.2 requires status 400, but some providers send an error with 200.
  if (endpoint === 'token' && nonEmpty(error) !== undefined)
    throw invalidResponse(provider, endpoint, 'error', evidence)
  return body
}

export const fetchJson = async (provider: ProviderConnection, endpoint: EndpointName, url: URL, runtime: Runtime) => {
  const headers = { accept: 'application/json' }
  return readJsonResponse(provider.id, endpoint, await callProvider(provider, endpoint, runtime, url.href, { headers }))
}

const NUMBER = /^\d{1,10}(?:\.\d+)?$/

/** Read `expires_in`: seconds, as a number or as text. Returns `undefined` if it is neither, or 10^10 or more. */
export const readExpiresIn = (value: unknown): number | undefined => {
  const seconds = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  return typeof seconds === 'number' && seconds >= 0 && seconds < 1e10 ? seconds : undefined
}
