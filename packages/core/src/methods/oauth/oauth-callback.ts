import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { authError } from '../../errors/error-classes.ts'
import { finishAuthorization } from '../../protocols/oauth/finish-authorization.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { findAttempt } from '../../attempts/attempt.ts'
import { consumeAttempt } from '../../attempts/consume-attempt.ts'
import { redirectTo, show } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { orRequireReauthentication } from '../../sign-in/require-sign-in.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { withCookies, HandlerError } from '../../web/handler-error.ts'
import { toIdentity } from './to-identity.ts'
import { oauthProvider } from './oauth-provider.ts'
import { findForward } from './proxied-state.ts'

/** The authorization response, from where this provider was asked to put it. */
const readAnswer = (request: RequestInternal, provider: ResolvedOAuthProvider): URLSearchParams => {
  if (provider.responseMode === 'query') return request.query
  const fields = Object.entries(request.fields).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return new URLSearchParams(fields)
}

const isCrossSite = ({ headers, origin }: RequestInternal): boolean => {
  const from = headers.get('origin')
  return (from !== null && from !== origin) || headers.get('sec-fetch-site') === 'cross-site'
}

/**
 * A provider that answers by a form posts across sites, so our Lax cookies stay behind. The answer is a page of our own
 * that posts the same fields again, this time from here.
 */
const repost = (request: RequestInternal, provider: ResolvedOAuthProvider): HandlerResponse => {
  const fields = [...readAnswer(request, provider)]
  return show({ page: 'repost', props: { action: `${request.base}/callback/${provider.id}`, fields } })
}

const onlyState = (response: URLSearchParams): string => {
  const states = response.getAll('state')
  const [state] = states
  if (state === undefined || state === '' || states.length > 1)
    throw authError('InvalidCheck', 'The answer carries no state', { reason: 'absent' })
  return state
}

/** `GET` or `POST /callback/<provider>`: the provider's answer ends the transaction, however it goes. */
export const finishOAuth = async (
  request: RequestInternal,
  context: AuthContext,
  summary: ConfiguredProvider,
): Promise<HandlerResponse> => {
  const provider = oauthProvider(summary, context)
  const posted = request.method === 'POST'
  if (posted !== (provider.responseMode === 'form_post')) {
    throw authError('InvalidCheck', 'The answer came by another way than asked for', {
      provider: provider.id,
      reason: 'response-mode',
    })
  }
  const response = readAnswer(request, provider)
  const forward = await findForward(request, context, provider, response)
  if (forward !== undefined) return redirectTo(forward)
  if (posted && isCrossSite(request)) return repost(request, provider)
  const state = onlyState(response)
  const reading = await findAttempt(context, request.cookies, { provider: provider.id, state, kind: 'oauth' })
  if (!reading.found || reading.attempt.kind !== 'oauth') {
    const reason = reading.found ? 'unreadable' : reading.fault
    const forget = reading.found ? [reading.forget] : reading.forget
    throw new HandlerError(
      authError('InvalidCheck', 'This browser has no open attempt for the answer', { provider: provider.id, reason }),
      forget,
    )
  }
  const { attempt, forget } = reading
  const { redirectUri, registration, created, target, linkTo, mayLink } = attempt
  const { nonce, codeVerifier, issuer, maxAge, acr } = attempt
  return withCookies([forget], async () => {
    const further = defined({ nonce, codeVerifier, issuer, maxAge, acr })
    const checks = { redirectUri, state, registration, started: created, ...further }
    if (response.has('code') && !response.has('error')) await consumeAttempt(context, attempt)
    const proven = await finishAuthorization(provider, checks, response, context.runtime, context.config.logger)
    const identity = await toIdentity(context, provider, proven)
    return orRequireReauthentication(request, context, target, () =>
      completeSignIn(request, context, identity, { target, linkTo, mayLink }),
    )
  })
}
