import type { MethodSteps, ProviderHandler, RequestInternal } from '../../config/engine-types.ts'
import { findAttempt } from '../../attempts/attempt.ts'
import type { OAuthAttempt } from '../../attempts/attempt.ts'
import { consumeAttempt } from '../../attempts/consume-attempt.ts'
import { authError } from '../../errors/error-classes.ts'
import { finishAuthorization } from '../../protocols/oauth/finish-authorization.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { orRequireReauthentication } from '../../sign-in/require-sign-in.ts'
import type { Cookie } from '../../types/http.ts'
import { toParameters } from '../../web/body.ts'
import { HandlerError, withCookies } from '../../web/handler-error.ts'
import { redirectTo, show } from '../../web/handler-response.ts'
import { oauthRequestFor } from './oauth-request.ts'
import type { OAuthRequest } from './oauth-request.ts'
import { findForward } from './proxied-state.ts'
import { startOAuth } from './start-oauth.ts'
import { toIdentity } from './to-identity.ts'

/** The parameters of the authorization response: in the query, or in the form for `response_mode=form_post`. */
const readResponse = (request: RequestInternal, { id, responseMode }: ResolvedOAuthProvider): URLSearchParams => {
  if ((request.method === 'POST') === (responseMode === 'form_post'))
    return responseMode === 'query' ? request.query : toParameters(request.fields)
  const message = 'The authorization response has another response mode than the request'
  throw authError('InvalidCheck', message, { provider: id, reason: 'response-mode' })
}

const isCrossSite = ({ headers, origin }: RequestInternal): boolean => {
  const from = headers.get('origin')
  return (from !== null && from !== origin) || headers.get('sec-fetch-site') === 'cross-site'
}

const readState = (response: URLSearchParams): string => {
  const [state = '', ...others] = response.getAll('state')
  if (state !== '' && others.length === 0) return state
  throw authError('InvalidCheck', 'The authorization response has no state', { reason: 'absent' })
}

const findOwnAttempt = async (
  { request, context, provider: { id: provider } }: OAuthRequest,
  state: string,
): Promise<{ readonly attempt: OAuthAttempt; readonly forget: Cookie }> => {
  const reading = await findAttempt(context, request.cookies, { provider, state, kind: 'oauth' })
  if (reading.found) return reading
  const message = 'This browser has no attempt for the authorization response'
  throw new HandlerError(authError('InvalidCheck', message, { provider, reason: reading.fault }), reading.forget)
}

/** `GET` or `POST /callback/<provider>`: the authorization response. It ends the attempt, also after an error. */
const callback: ProviderHandler = async (request, context, configured) => {
  const oauthRequest = oauthRequestFor(request, context, configured)
  const { provider } = oauthRequest
  const response = readResponse(request, provider)
  const forward = await findForward(oauthRequest, response)
  if (forward !== undefined) return redirectTo(forward)
  // A cross-site POST has no SameSite=Lax cookies, so a page of our own origin posts the same fields again.
  if (request.method === 'POST' && isCrossSite(request)) {
    const action = `${request.base}/callback/${provider.id}`
    return show({ page: 'repost', props: { action, fields: [...response] } })
  }
  const { attempt, forget } = await findOwnAttempt(oauthRequest, readState(response))
  return withCookies([forget], async () => {
    if (response.has('code') && !response.has('error')) await consumeAttempt(context, attempt)
    const checks = { ...attempt, started: attempt.created }
    const verified = await finishAuthorization(provider, checks, response, context.runtime, context.config.logger)
    const identity = await toIdentity(oauthRequest, configured.method.facts, verified)
    const { target, linkTo, mayLink } = attempt
    return orRequireReauthentication(request, context, target, () =>
      completeSignIn(request, context, identity, { target, linkTo, mayLink }),
    )
  })
}

/** OAuth 2.0 and OpenID Connect. */
export const oauthSteps: MethodSteps = { start: startOAuth, callback }
