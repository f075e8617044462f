import { refuse, type HandlerResponse } from '../web/handler-response.ts'
import type { AuthContext, RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { sameSecret } from '../base/bytes.ts'
import { readCsrfCookie, isOwnCsrfToken } from '../crypto/csrf-token.ts'
import { authError } from '../errors/error-classes.ts'
import { routeOf } from '../routes/routes.ts'
import type { HeaderReader, IncomingRequest } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import { isLoopback } from '../web/redirect-target.ts'
import { decideProvenance, type Provenance } from '../web/origin.ts'
import type { Match } from './match.ts'

export const notFound = (): HandlerResponse => refuse(404, 'There is nothing here.')

const TRUST = 'Set AUTH_URL, or AUTH_TRUST_HOST=true (trustHost: true) if the server or a proxy checks the Host header'

/** The application's own origin: the one of the config, or the one of the request if its host is trusted. */
export const trustedOrigin = (config: ResolvedConfig, url: URL): string => {
  if (config.origin !== undefined) return config.origin
  if (config.trustHost || (config.trustLoopback && isLoopback(url))) return url.origin
  throw authError('UntrustedHost', `The host is not trusted: ${url.host}. ${TRUST}`)
}

/** Browsers and proxies that prefetch a URL say so in one of these headers. */
const isPrefetch = (headers: HeaderReader): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|prerender/i.test(headers.get(name) ?? ''))

/** The response if the HTTP method alone decides it, else `undefined`. */
export const checkHttpMethod = ({ method, headers }: IncomingRequest, { route, provider }: Match) => {
  const isPostOnly = route.postedBy === 'method' && provider?.method.isCallbackPostOnly === true
  const allowsGet = route.GET !== undefined && !isPostOnly
  const allowsPost = route.POST !== undefined
  const isAllowed = method === 'POST' ? allowsPost : allowsGet && (method === 'GET' || method === 'HEAD')
  if (!isAllowed) {
    const allowed = [...(allowsGet ? ['GET', 'HEAD'] : []), ...(allowsPost ? ['POST'] : [])]
    return refuse(405, 'This method is not allowed here.', { allow: allowed.join(', ') })
  }
  if (method === 'HEAD') return { status: 200 }
  // A prefetch must not consume a link or a code that the user has not opened yet. The browser requests it again then.
  const isConsumed = route.isConsumedByGet === true && method === 'GET'
  return isConsumed && isPrefetch(headers) ? refuse(503, 'This address cannot be fetched ahead.') : undefined
}

export interface CsrfFacts {
  readonly provenance: Provenance
  readonly sent: unknown
  /** The verified token of the browser's cookie, if any. */
  readonly cookieToken: string | undefined
  /** Whether this library made the token in the body, for this browser or another one. */
  readonly isOwnToken: boolean
}

/** Decide whether a page of this site made a request, by the headers of the browser or by the CSRF token. */
export const decideCsrf = ({ provenance, sent, cookieToken, isOwnToken }: CsrfFacts): 'accepted' | 'refused' => {
  if (provenance === 'foreign') return 'refused'
  if (sent === undefined || sent === '') return provenance === 'same-origin' ? 'accepted' : 'refused'
  if (typeof sent !== 'string') return 'refused'
  if (cookieToken !== undefined && sameSecret(sent, cookieToken)) return 'accepted'
  // Another tab may have replaced the cookie since this form was rendered. Then the headers decide.
  return provenance === 'same-origin' && isOwnToken ? 'accepted' : 'refused'
}

/** Who posts to a route: a page of this site, or a provider from its own site. */
export const postedBy = ({ action, provider }: RequestInternal): 'site' | 'provider' => {
  const { postedBy: by = 'site' } = routeOf(action)
  return by === 'method' ? (provider?.method.callbackPostedBy ?? 'site') : by
}

const isChecked = (request: RequestInternal, config: ResolvedConfig): boolean =>
  request.method === 'POST' && !config.skipCSRFCheck && postedBy(request) === 'site'

/** What does not agree: behind a proxy, or with another `AUTH_URL`, a form of the application itself is refused. */
const foreignText = ({ headers, origin }: RequestInternal): string => {
  const sender = headers.get('origin')
  if (sender === null || sender === origin) return 'The request came from another site'
  const how = `if both are this application, set AUTH_URL=${sender} and let the proxy pass Host and X-Forwarded-Proto`
  return `The request came from another site: ${sender}. This application has the origin ${origin}; ${how}`
}

/** Throws `MissingCSRF`, before the body is read, if the headers say that another site made the request. */
export const checkProvenance = (request: RequestInternal, config: ResolvedConfig): void => {
  if (isChecked(request, config) && decideProvenance(request.headers, request.origin) === 'foreign') {
    throw authError('MissingCSRF', foreignText(request))
  }
}

/** Verify the token of the cookie and the sent one. If none was sent, the headers decide alone. */
const readTokens = async ({ cookies: jar }: RequestInternal, { keyring, cookies }: AuthContext, sent: unknown) => {
  if (typeof sent !== 'string' || sent === '') return { cookieToken: undefined, isOwnToken: false }
  const cookieToken = await readCsrfCookie(keyring, findCookie(jar, cookies.csrfToken.name))
  return { cookieToken, isOwnToken: await isOwnCsrfToken(keyring, sent) }
}

/** Throws `MissingCSRF` if neither the headers nor the token show that a page of this site made the request. */
export const checkCsrf = async (request: RequestInternal, context: AuthContext): Promise<void> => {
  if (!isChecked(request, context.config)) return
  const sent = request.fields['csrfToken']
  const provenance = decideProvenance(request.headers, request.origin)
  const decision = decideCsrf({
    provenance,
    sent,
    ...(await readTokens(request, context, sent)),
  })
  context.runtime.trace?.('CSRF check', { decision, provenance, sentToken: sent !== undefined && sent !== '' })
  if (decision === 'refused')
    throw authError(
      'MissingCSRF',
      provenance === 'foreign'
        ? foreignText(request)
        : 'The request neither came from this site nor carried the right token',
    )
}
