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
