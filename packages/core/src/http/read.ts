import type { ResolvedConfig } from '../config/resolved.ts'
import type { Site } from '../config/site.ts'
import { readBody, repeatedNames } from '../web/body.ts'
import type { Fields } from '../web/body.ts'
import type { Answer } from '../web/answer.ts'
import { readCookies } from '../web/cookies.ts'
import type { RequestInternal } from '../web/request.ts'
import { malformed, tooLarge } from './refusals.ts'
import type { Route } from './route.ts'

const NO_FIELDS: Fields = Object.freeze(Object.create(null) as Record<string, unknown>)

/** Names that steer a flow: when one comes twice, nobody can tell which one was meant. */
const SINGLE = ['callbackUrl', 'csrfToken', 'email', 'token', 'error']

const isReadable = (query: URLSearchParams, fields: Fields): boolean => {
  const repeated = query.size > 1 ? repeatedNames(query) : undefined
  if (repeated !== undefined && SINGLE.some((name) => repeated.has(name))) return false
  const { callbackUrl, email } = fields
  return [callbackUrl, email].every((value) => value === undefined || typeof value === 'string')
}

/** The request parsed once, or the answer to one that cannot be read. */
export const readRequest = async (
  request: Request,
  url: URL,
  route: Route,
  origin: string,
  config: ResolvedConfig,
): Promise<{ readonly request: RequestInternal } | { readonly refusal: Answer }> => {
  const method = request.method as RequestInternal['method']
  const body = method === 'POST' ? await readBody(request, config.maxBodySize) : { kind: 'none' as const }
  if (body.kind === 'malformed') return { refusal: malformed() }
  if (body.kind === 'too-large') return { refusal: tooLarge() }
  const fields = body.kind === 'fields' ? body.fields : NO_FIELDS
  if (!isReadable(url.searchParams, fields)) return { refusal: malformed() }
  return { request: makeRequest({ url, headers: request.headers, method }, route, origin, config.basePath, fields) }
}

/** A request as flows know it. */
export const makeRequest = (
  { url, headers, method }: { url: URL; headers: Headers; method: RequestInternal['method'] },
  { action, providerId }: Route,
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
    providerId,
    url,
    query: url.searchParams,
    fields,
    headers,
    cookies: readCookies(headers.get('cookie')),
    wantsJson: headers.has('x-auth-return-redirect'),
  })

export type { Site }
