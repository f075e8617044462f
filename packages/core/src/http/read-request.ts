import type { RequestInternal } from '../config/engine-types.ts'
import type { Fields } from '../web/body.ts'
import { readCookies } from '../web/cookies.ts'
import type { HeaderReader } from '../types/http.ts'
import type { Match } from './match.ts'

const NO_FIELDS: Fields = Object.freeze(Object.create(null) as Record<string, unknown>)

/** Query parameters that decide a flow. If one is repeated, the intended value is unknown. */
const SINGLE = ['callbackUrl', 'csrfToken', 'email', 'token', 'error']

/** Whether each of these parameters occurs once at most. */
export const hasSingleParameters = ({ url }: RequestInternal): boolean => {
  if (!url.search.includes('&')) return true
  return !SINGLE.some((name) => url.searchParams.getAll(name).length > 1)
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
