import { nonEmpty, defined } from '../../base/json.ts'
import type { Runtime } from '../../runtime/engine.ts'
import { requireEndpoint, findServerMetadata } from './discovery.ts'
import { sendForm } from './client-auth.ts'
import { invalidResponse, readExpiresIn, readJsonResponse } from './provider-http.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'
import { causeOf, AuthError } from '../../errors/auth-error.ts'
import { authError, CallbackRouteError, OAuthCallbackError } from '../../errors/error-classes.ts'
import type { LoggerInstance } from '../../types/config-options.ts'
import { buildAuthorizationParameters, type AuthorizationInput } from './authorization-parameters.ts'
import { hashRegistration, type ProviderContext } from './authorization-response.ts'
import { isFirstTime } from './shared-cache.ts'

/** Push the authorization request (RFC 9126). No fallback to parameters in the browser: an attacker could force it. */
const pushAuthorization = async (context: ProviderContext, parameters: URLSearchParams): Promise<URLSearchParams> => {
  const { id, client } = context.provider
  const endpoint = requireEndpoint(context.provider, 'pushed authorization request', context.server.pushedAuthorization)
  const response = await sendForm(context, 'pushed authorization', endpoint, parameters)
  const body = readJsonResponse(id, 'pushed authorization', response)
  const requestUri = nonEmpty(body['request_uri'])
  if (requestUri === undefined) throw invalidResponse(id, 'pushed authorization', 'no request_uri')
  // RFC 9126 §2.2: `expires_in` is required and positive.
  if (!readExpiresIn(body['expires_in'])) throw invalidResponse(id, 'pushed authorization', 'no expires_in')
  return new URLSearchParams({ client_id: client.id, request_uri: requestUri })
}

const RISKS = {
  pkce: 'without PKCE a stolen code can be used in another browser (RFC 9700 §4.5)',
  nonce: 'without a nonce an ID token of another sign-in is accepted (OpenID Connect Core §15.5.2)',
} as const

/** Turn an error of the provider into one that redirects the user to the sign-in page. */
export const orSignInError = async <Value>(provider: ResolvedOAuthProvider, work: () => Promise<Value>) => {
  try {
    return await work()
  } catch (error) {
    const isOwn = error instanceof AuthError
    if (isOwn && !(error instanceof CallbackRouteError || error instanceof OAuthCallbackError)) throw error
    const cause = isOwn ? error.cause : { provider: provider.id, ...causeOf(error) }
    throw authError('OAuthSignInError', `The sign-in at provider "${provider.id}" could not be started`, cause)
  }
}

/** `codeVerifier` and `nonce` are random. A provider without these checks gets neither. */
type AttemptInput = Omit<AuthorizationInput, 'challenge'> & { readonly codeVerifier: string; readonly nonce: string }

/** Build the authorization request (RFC 6749 §4.1.1). Returns its URL and the checks that the attempt must store. */
export const startAuthorization = (
  provider: ResolvedOAuthProvider,
  input: AttemptInput,
  runtime: Runtime,
  log: LoggerInstance,
) =>
  orSignInError(provider, async () => {
    for (const check of provider.removedChecks) {
      const problem = `checks of provider "${provider.id}" leave out ${check}: ${RISKS[check]}`
      if (isFirstTime(runtime, `check-removed ${provider.id} ${check}`)) log.warn('check-removed', problem)
    }
    const server = await findServerMetadata(provider, runtime)
    const endpoint = requireEndpoint(provider, 'authorization', server.authorization)
    const codeVerifier = provider.checks.pkce ? input.codeVerifier : undefined
    const nonce = provider.checks.nonce ? input.nonce : undefined
    const challenge = codeVerifier === undefined ? undefined : await runtime.crypto.sha256(codeVerifier)
    const written = { ...input, nonce, challenge }
    const { parameters, ...required } = await buildAuthorizationParameters(provider, endpoint, written)
    const isPushed =
      server.requiresPushedAuthorization || (provider.pushesAuthorization ?? server.pushedAuthorization !== undefined)
    const url = new URL(endpoint)
    url.search = String(isPushed ? await pushAuthorization({ provider, server, runtime }, parameters) : parameters)
    runtime.trace?.('authorization request', {
      provider: provider.id,
      endpoint: url.origin + url.pathname,
      redirectUri: input.redirectUri,
      clientId: provider.client.id,
      scope: parameters.get('scope') ?? undefined,
      checks: ['state', ...(codeVerifier === undefined ? [] : ['pkce']), ...(nonce === undefined ? [] : ['nonce'])],
    })
    const registration = await hashRegistration(provider, runtime)
    return { url, registration, ...required, ...defined({ nonce, codeVerifier, issuer: server.issuer }) }
  })
