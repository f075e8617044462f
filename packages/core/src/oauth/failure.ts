import type { AuthError } from '../errors/auth-error.ts'
import { CallbackRouteError, OAuthCallbackError } from '../errors/classes.ts'

/** What we were about when it failed; names of endpoints, for the log. */
export type Errand = 'authorization' | 'pushed authorization' | 'discovery' | 'jwks' | 'token' | 'id token' | 'userinfo'

/** Facts for the log. Whoever adds one makes sure that it is no secret, token or code. */
export type Evidence = Readonly<Record<string, unknown>>

/** Longer texts of a provider are cut: a log is no storage for strangers. */
const LONGEST = 300

/** A text a provider sent, as far as it is worth a log line. */
export const quote = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.slice(0, LONGEST) : undefined

/** The provider could not be reached, or is out of order: trying again may help. */
export const outage = (provider: string, endpoint: Errand, reason: string, evidence: Evidence = {}): AuthError =>
  new CallbackRouteError(`Provider "${provider}" could not be reached`, { provider, endpoint, reason, ...evidence })

/** The provider said no, or something that proves nothing. */
export const refusal = (provider: string, endpoint: Errand, reason: string, evidence: Evidence = {}): AuthError =>
  new OAuthCallbackError(`Provider "${provider}" sent no usable answer`, { provider, endpoint, reason, ...evidence })

const CODE = /^[A-Z][A-Z0-9_]{0,60}$/

/**
 * The code of an error from the network, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. The error itself stays behind: a
 * client of the owner's choice may have hung the whole request on it, secret and all.
 */
export const networkCode = (error: unknown): string | undefined => {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && CODE.test(at.code)) return at.code
  }
  return undefined
}
