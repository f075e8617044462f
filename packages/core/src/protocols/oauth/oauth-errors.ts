import { AuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError, OAuthCallbackError } from '../../errors/error-classes.ts'

/** What we were about when it failed; names of endpoints, for the log. */
export type EndpointName =
  | 'authorization'
  | 'pushed authorization'
  | 'discovery'
  | 'jwks'
  | 'token'
  | 'id token'
  | 'userinfo'

/** Facts for the log. Whoever adds one makes sure that it is no secret, token or code. */
export type Evidence = Readonly<Record<string, unknown>>

/** Longer texts of a provider are cut: a log is no storage for strangers. */
const LONGEST = 300

/** A text a provider sent, as far as it is worth a log line. */
export const quote = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.slice(0, LONGEST) : undefined

const unreached = (provider: string): string => `Provider "${provider}" could not be reached`
const unusable = (provider: string): string => `Provider "${provider}" sent no usable answer`

/** The provider could not be reached, or is out of order: trying again may help. */
export const outage = (provider: string, endpoint: EndpointName, reason: string, evidence: Evidence = {}): AuthError =>
  new CallbackRouteError(unreached(provider), { provider, endpoint, reason, ...evidence })

/** The provider said no, or something that proves nothing. */
export const refusal = (provider: string, endpoint: EndpointName, reason: string, evidence: Evidence = {}): AuthError =>
  new OAuthCallbackError(unusable(provider), { provider, endpoint, reason, ...evidence })

/** What a call for several providers failed of, as it is told to one of them: no log names somebody else's provider. */
export const toldTo = (provider: string, error: unknown): unknown => {
  if (!(error instanceof AuthError) || error.cause?.['provider'] === provider) return error
  const cause = { ...error.cause, provider }
  if (error instanceof CallbackRouteError) return new CallbackRouteError(unreached(provider), cause)
  return error instanceof OAuthCallbackError ? new OAuthCallbackError(unusable(provider), cause) : error
}
