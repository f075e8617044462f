import type { AuthContext, RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { sameSecret } from '../base/bytes.ts'
import { readCsrfCookie, isOwnCsrfToken } from '../crypto/csrf-token.ts'
import { authError } from '../errors/error-classes.ts'
import { routeOf } from '../routes/routes.ts'
import { findCookie } from '../web/cookies.ts'
import { decideProvenance } from '../web/origin.ts'
import type { Provenance } from '../web/origin.ts'

/** The application's own origin: the owner's, or the request's when its host is trusted. */
export const trustedOrigin = (config: ResolvedConfig, url: URL): string => {
  if (config.origin !== undefined) return config.origin
  if (!config.trustHost) throw authError('UntrustedHost', `The host is not trusted: ${url.host}`)
  return url.origin
}

/** What is known of where a request came from. */
export interface ProofFacts {
  readonly provenance: Provenance
  /** The token in the body, if any. */
  readonly sent: unknown
  /** The token of the browser's cookie, verified. */
  readonly kept: string | undefined
  /** Whether the token in the body was made by us, for whatever browser. */
  readonly genuine: boolean
}

/** Whether a request that changes something came from this site: by the browser's word or by the token. */
export const decideProof = ({ provenance, sent, kept, genuine }: ProofFacts): 'proven' | 'refused' => {
  if (provenance === 'foreign') return 'refused'
  if (sent === undefined || sent === '') return provenance === 'same-origin' ? 'proven' : 'refused'
  if (typeof sent !== 'string') return 'refused'
  if (kept !== undefined && sameSecret(sent, kept)) return 'proven'
  // Another tab may have renewed the cookie since this form was made; the browser's word is proof enough then.
  return provenance === 'same-origin' && genuine ? 'proven' : 'refused'
}

type CheckedRequest = Pick<RequestInternal, 'method' | 'action' | 'provider' | 'headers' | 'origin'>

/** Who posts to a route: a page of this site, or a provider from its own site. */
export const postedBy = ({ action, provider }: Pick<RequestInternal, 'action' | 'provider'>): 'site' | 'provider' => {
  const { postedBy: by = 'site' } = routeOf(action)
  return by === 'method' ? (provider?.method.callbackPostedBy ?? 'site') : by
}

const isChecked = (request: CheckedRequest, config: ResolvedConfig): boolean =>
  request.method === 'POST' && config.checksCsrf && postedBy(request) === 'site'

/** Throws `MissingCSRF` when a browser says that another site made this request: before its body is read. */
export const checkProvenance = (request: CheckedRequest, config: ResolvedConfig): void => {
  if (isChecked(request, config) && decideProvenance(request.headers, request.origin) === 'foreign') {
    throw authError('MissingCSRF', 'The request came from another site')
  }
}

/** Throws `MissingCSRF` when a request that changes something does not prove that it came from this site. */
export const checkProof = async (request: RequestInternal, context: AuthContext): Promise<void> => {
  if (!isChecked(request, context.config)) return
  const sent = request.fields['csrfToken']
  const decision = decideProof({
    provenance: decideProvenance(request.headers, request.origin),
    sent,
    kept: await readCsrfCookie(context.keyring, findCookie(request.cookies, context.cookies.csrf.name)),
    genuine: typeof sent === 'string' && (await isOwnCsrfToken(context.keyring, sent)),
  })
  if (decision === 'refused')
    throw authError('MissingCSRF', 'The request neither came from this site nor carried the right token')
}
