import type { RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { readBody, repeatedNames, SINGLE_FIELDS } from '../web/body.ts'
import type { Fields } from '../web/body.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { readCookies } from '../web/cookies.ts'
import { malformed, tooLarge } from './plain-responses.ts'
import { postedBy } from './guard.ts'
import type { Match } from './match.ts'

const NO_FIELDS: Fields = Object.freeze(Object.create(null) as Record<string, unknown>)

/** Names that steer a flow: when one comes twice, nobody can tell which one was meant. */
const SINGLE = [...SINGLE_FIELDS, 'error']

/** Only data for the owner's callbacks may be nested; elsewhere a text, a number or a yes is all that is meant. */
const isNested = (action: Match['action'], value: unknown): boolean =>
  action !== 'session' && typeof value === 'object' && value !== null

const isReadable = (query: URLSearchParams, fields: Fields, action: Match['action']): boolean => {
  const repeated = query.size > 1 ? repeatedNames(query) : undefined
  if (repeated !== undefined && SINGLE.some((name) => repeated.has(name))) return false
  if (Object.values(fields).some((value) => isNested(action, value))) return false
  const { callbackUrl, email } = fields
  return [callbackUrl, email].every((value) => value === undefined || typeof value === 'string')
}

/** Bytes of what a provider has the browser post; a code and a state take some hundred. */
const LARGEST_FOREIGN = 64 * 1024

/** The request with its body, or the answer to one that cannot be read. */
export const readRequest = async (
  request: Request,
  bare: RequestInternal,
  config: ResolvedConfig,
): Promise<{ readonly request: RequestInternal } | { readonly refusal: HandlerResponse }> => {
  const posted = bare.method === 'POST' && postedBy(bare) === 'provider'
  const limit = posted ? Math.min(LARGEST_FOREIGN, config.maxBodySize) : config.maxBodySize
  const body = bare.method === 'POST' ? await readBody(request, limit) : { kind: 'none' as const }
  if (body.kind === 'malformed') return { refusal: malformed() }
  if (body.kind === 'too-large') return { refusal: tooLarge() }
  // RFC 6749 §3.1: no parameter comes twice. A body without one is no answer.
  if (posted && (body.kind === 'none' || body.hasRepeatedField)) return { refusal: malformed() }
  const fields = body.kind === 'fields' ? body.fields : NO_FIELDS
  if (!isReadable(bare.query, fields, bare.action)) return { refusal: malformed() }
  return { request: body.kind === 'fields' ? Object.freeze({ ...bare, fields }) : bare }
}

/** A request as flows know it. */
export const makeRequest = (
  { url, headers, method }: { url: URL; headers: Headers; method: RequestInternal['method'] },
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
    query: url.searchParams,
    fields,
    headers,
    cookies: readCookies(headers.get('cookie')),
    wantsJson: headers.has('x-auth-return-redirect'),
  })
