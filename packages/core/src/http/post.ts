import type { AuthContext, RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { sameSecret } from '../base/bytes.ts'
import { readCsrfCookie, isOwnCsrfToken } from '../crypto/csrf-token.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import { routeOf } from '../routes/routes.ts'
import type { IncomingRequest } from '../types/http.ts'
import { readBody, type Fields } from '../web/body.ts'
import { findCookie } from '../web/cookies.ts'
import { malformed, refuse } from '../web/handler-response.ts'
import { decideProvenance, type Provenance } from '../web/origin.ts'
import { isLoopback } from '../web/redirect-target.ts'

// What only a posted request needs: its body, and the proof that a page of this site made it.

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
const foreignError = ({ headers, origin }: RequestInternal): AuthError => {
  const sender = headers.get('origin')
  const message = 'The request came from another site'
  if (sender === null || sender === 'null' || sender === origin) return authError('MissingCSRF', message)
  const isLocal = URL.canParse(sender) && isLoopback(new URL(sender))
  const more = isLocal
    ? `. On your machine, open ${origin}, or remove AUTH_URL`
    : ' and let the proxy pass Host and X-Forwarded-Proto. For preview deployments set no AUTH_URL, but AUTH_REDIRECT_PROXY_URL'
  const found = `${message}: ${sender}. This application has the origin ${origin}`
  return authError('MissingCSRF', found, { fix: `If both are this application, set AUTH_URL=${sender}${more}` })
}

/** Throws `MissingCSRF`, before the body is read, if the headers say that another site made the request. */
export const checkProvenance = (request: RequestInternal, config: ResolvedConfig): void => {
  if (isChecked(request, config) && decideProvenance(request.headers, request.origin) === 'foreign') {
    throw foreignError(request)
  }
}

/** Verify the token of the cookie and the sent one. If none was sent, the headers decide alone. */
const readTokens = async ({ cookies: jar }: RequestInternal, { keyring, cookies }: AuthContext, sent: unknown) => {
  if (typeof sent !== 'string' || sent === '') return { cookieToken: undefined, isOwnToken: false }
  const cookieToken = await readCsrfCookie(keyring, findCookie(jar, cookies.csrfToken.name))
  const isOfCookie = cookieToken !== undefined && sameSecret(sent, cookieToken)
  return { cookieToken, isOwnToken: isOfCookie || (await isOwnCsrfToken(keyring, sent)) }
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
    throw provenance === 'foreign'
      ? foreignError(request)
      : authError('MissingCSRF', 'The request neither came from this site nor carried the right token')
}

const areReadable = (fields: Fields, action: RequestInternal['action']): boolean => {
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
