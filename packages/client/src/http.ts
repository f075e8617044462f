import { parseAddress } from './navigation.ts'
import type { ClientOptions } from './types.ts'

/** What to do if the application itself responded: no route of the library has such a response. */
const findHint = (type: string, status: number): string =>
  type === 'UnexpectedResponse' && (status === 404 || status === 200)
    ? '. Check basePath, and that the server calls the library: npx @authwright/cli doctor'
    : ''

/**
 * The server responded with an error, or with something that is not a response of this library.
 *
 * @example
 * new ClientError('Configuration', 500).status // 500
 */
export class ClientError extends Error {
  /** Identifies the error without `instanceof`. */
  override name = 'ClientError'
  /** The public type of the server's error, or `UnexpectedResponse` when the response is not one of this library. */
  readonly type: string
  /** The HTTP status. */
  readonly status: number

  constructor(type: string, status: number) {
    super(`The server responded with status ${status} (${type})${findHint(type, status)}`)
    this.type = type
    this.status = status
  }
}

/** A response whose body was read. */
export interface JsonResponse {
  readonly status: number
  readonly ok: boolean
  /** The JSON value, or `undefined` when the body is not JSON, as on the error page of a proxy. */
  readonly body: unknown
}

/** Sends requests to the library's routes. */
export interface HttpClient {
  /** Request a route below the base path. Rejects only when there is no response. */
  readonly send: (path: string, init?: RequestInit) => Promise<JsonResponse>
  /** The address of a page below the base path. */
  readonly pageUrl: (name: string, query: Readonly<Record<string, string>>) => URL
  readonly configure: (options: ClientOptions) => void
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    const value: unknown = await response.json()
    return value
  } catch {
    return undefined
  }
}

export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query.toString()}`

export const makeHttpClient = (options: ClientOptions): HttpClient => {
  let current = options
  const resolvePath = (path: string): string => {
    const { basePath = '/auth' } = current
    return `${(typeof basePath === 'function' ? basePath() : basePath).replace(/\/+$/, '')}/${path}`
  }
  return {
    send: async (path, init) => {
      // The global `fetch` is read at each call because a page may wrap it later. It throws when called as a method.
      const fetcher = current.fetch ?? fetch
      const response = await fetcher(resolvePath(path), { cache: 'no-store', credentials: 'same-origin', ...init })
      return { status: response.status, ok: response.ok, body: await readJson(response) }
    },
    pageUrl: (name, query) => {
      const url = parseAddress(withQuery(resolvePath(name), new URLSearchParams(query)))
      if (url === undefined) throw new TypeError('basePath is not a valid path')
      return url
    },
    configure: (changes) => {
      current = { ...current, ...changes }
    },
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of a JSON object, if it is a string. */
export const readString = (body: unknown, name: string): string | undefined => {
  const value = isObject(body) ? body[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The error that a response with a status of 400 or above reports. */
export const toClientError = ({ body, status }: JsonResponse): ClientError =>
  new ClientError(readString(body, 'error') ?? 'UnexpectedResponse', status)

/** The JSON object or `null` of a successful response. Throws a `ClientError` for any other response. */
export const readObject = (response: JsonResponse): Readonly<Record<string, unknown>> | null => {
  if (!response.ok) throw toClientError(response)
  if (response.body === null) return null
  if (!isObject(response.body)) throw new ClientError('UnexpectedResponse', response.status)
  return response.body
}

const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded', 'x-auth-return-redirect': '1' }

const isFormValue = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** The options of a form post. Values that are not a string, number or boolean are left out. */
export const buildForm = (fields: Readonly<Record<string, unknown>>): RequestInit => {
  const entries = Object.entries(fields).flatMap(([name, value]) => (isFormValue(value) ? [[name, String(value)]] : []))
  return { method: 'POST', headers: FORM_HEADERS, body: new URLSearchParams(entries).toString() }
}
