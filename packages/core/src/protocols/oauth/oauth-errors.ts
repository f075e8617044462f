import { AuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfig, OAuthCallbackError } from '../../errors/error-classes.ts'

/** Names of endpoints and responses in errors and logs. */
export type EndpointName =
  | 'authorization'
  | 'pushed authorization'
  | 'discovery'
  | 'jwks'
  | 'token'
  | 'id token'
  | 'userinfo'

/** Facts for the log. They must not contain secrets, tokens or codes. */
export type Evidence = Readonly<Record<string, unknown>>

const MAX_LENGTH = 300

/** The first characters of a text that a provider sent, for the log. */
export const excerpt = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.slice(0, MAX_LENGTH) : undefined

const unavailableMessage = (provider: string): string => `Provider "${provider}" could not be reached`
const invalidMessage = (provider: string): string => `Provider "${provider}" sent no usable response`

/** The provider could not be reached, or is temporarily out of order. A retry may succeed. */
export const providerUnavailable = (
  provider: string,
  endpoint: EndpointName,
  reason: string,
  evidence: Evidence = {},
): AuthError => new CallbackRouteError(unavailableMessage(provider), { provider, endpoint, reason, ...evidence })

/** The provider refused, or sent a response that proves nothing. */
export const invalidResponse = (
  provider: string,
  endpoint: EndpointName,
  reason: string,
  evidence: Evidence = {},
): AuthError => new OAuthCallbackError(invalidMessage(provider), { provider, endpoint, reason, ...evidence })

/** An option of a provider has an invalid value. */
export const invalidProviderOption = ({ id }: { readonly id: string }, option: string, problem: string): AuthError =>
  new InvalidConfig(`${option} of provider "${id}" ${problem}`, { provider: id, option })

/** Name the given provider in the error of a shared request: a log must not name another tenant. */
export const forProvider = (provider: string, error: unknown): unknown => {
  if (!(error instanceof AuthError) || error.cause?.['provider'] === provider) return error
  const cause = { ...error.cause, provider }
  if (error instanceof CallbackRouteError) return new CallbackRouteError(unavailableMessage(provider), cause)
  return error instanceof OAuthCallbackError ? new OAuthCallbackError(invalidMessage(provider), cause) : error
}
