import type { RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { readBody, repeatedNames, type Fields } from '../web/body.ts'
import { malformed, refuse } from '../web/handler-response.ts'
import { readCookies } from '../web/cookies.ts'
import { postedBy } from './guard.ts'
import type { HeaderReader, IncomingRequest } from '../types/http.ts'
import type { Match } from './match.ts'

const NO_FIELDS: Fields = Object.freeze(Object.create(null) as Record<string, unknown>)

/** Query parameters that decide a flow. If one is repeated, the intended value is unknown. */
const SINGLE = ['callbackUrl', 'csrfToken', 'email', 'token', 'error']

/** Whether each of these parameters occurs once at most. */
export const hasSingleParameters = ({ url }: RequestInternal): boolean => {
  if (!url.search.includes('&')) return true
  const repeated = repeatedNames(url.searchParams)
  return !SINGLE.some((name) => repeated.has(name))
}

const areReadable = (fields: Fields, action: Match['action']): boolean => {
  // Only the data for the callbacks of a session update may be nested.
  const isNested = Object.values(fields).some((value) => typeof value === 'object' && value !== null)
  if (action !== 'session' && isNested) return false
  return [fields['callbackUrl'], fields['email']].every((value) => value === undefined || typeof value === 'string')
}

/** Bytes of a body that a provider posts through the browser. A code and a state take some hundred. */
const MAX_PROVIDER_BODY = 64 * 1024

/** The posted request with its body, or the response to a request that cannot be read. */
export const readPost = async (request: IncomingRequest, bare: RequestInternal, config: ResolvedConfig) => {
  const isByProvider = postedBy(bare) === 'provider'
  const limit = isByProvider ? Math.min(MAX_PROVIDER_BODY, config.maxBodySize) : config.maxBodySize
  const body = await readBody(request, limit)
  // A provider that posts no parameters sends no response.
  if (body === 'malformed' || (isByProvider && body === 'none')) return { refusal: malformed() }
  if (body === 'too-large') return { refusal: refuse(413, 'The request is too large.') }
  if (body === 'none') return { request: bare }
  if (!areReadable(body, bare.action)) return { refusal: malformed() }
  return { request: Object.freeze({ ...bare, fields: body }) }
}

export const makeRequest = (
  { url, headers, method }: { url: URL; headers: HeaderReader; method: RequestInternal['method'] },
  { action, provider }: Pick<Match, 'action' | 'provider'>,
  origin: string,
  basePath: string,
  fields: Fields = NO_FIELDS,
): RequestInternal =>
  Object.freeze({
    method,
    origin,
    secure: origin.startsWith('https:'),
    base: origin + basePath,
    action,
    provider,
    url,
    fields,
    headers,
    cookies: readCookies(headers.get('cookie')),
    wantsJson: headers.has('x-auth-return-redirect'),
  })
