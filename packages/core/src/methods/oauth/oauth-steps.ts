import type { MethodFacts, MethodSteps, ProviderHandler, RequestInternal } from '../../config/engine-types.ts'
import { fromBase64url, toUuid } from '../../base/bytes.ts'
import { ReauthenticationRequired } from '../../errors/error-classes.ts'
import { defined } from '../../base/json.ts'
import { storesUnverifiedEmail, type Identity } from '../../accounts/decide-account.ts'
import type { OAuthIdentity } from '../../protocols/oauth/oauth-identity.ts'
import { refusedBy } from '../../protocols/oauth/authorization-response.ts'
import { excerpt, invalidCheck } from '../../protocols/oauth/provider-http.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolve-oauth-provider.ts'
import { type OAuthRequest, oauthRequestFor, findForward, startOAuth } from './start-oauth.ts'
import { findAttempt, consumeAttempt } from '../../attempts/attempt.ts'
import { finishAuthorization } from '../../protocols/oauth/finish-authorization.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { signInPageTarget } from '../../forms/page-data.ts'
import { toParameters } from '../../web/body.ts'
import { decideProvenance } from '../../web/origin.ts'
import { HandlerError, withCookies, redirectTo, show } from '../../web/handler-response.ts'

/** The identity that the provider verified, without an address that any user of the provider may have entered there. */
const toIdentity = async (
  { context, provider }: OAuthRequest,
  facts: MethodFacts,
  { user, emailVerified, subject, tokens, profile }: OAuthIdentity,
): Promise<Identity> => {
  const { email, ...others } = user
  const isKept = provider.allowUnverifiedEmail || (emailVerified ?? storesUnverifiedEmail(context, facts))
  // The user id without a database: always the same for an account, and different for every other account.
  const hash = fromBase64url(await context.runtime.crypto.sha256(JSON.stringify([provider.id, subject])))
  const id = toUuid(hash ?? new Uint8Array(16), 8)
  return {
    facts,
    user: isKept ? { ...user, id } : { ...others, id },
    account: { ...tokens, provider: provider.id, type: provider.type, providerAccountId: subject },
    profile,
    stored: provider.account(tokens) ?? {},
    allowDangerousEmailAccountLinking: provider.allowDangerousEmailAccountLinking,
    ...defined({ emailVerified, unverifiedEmail: isKept ? undefined : (email ?? undefined) }),
  }
}

/** The parameters of the authorization response: in the query, or in the form for `response_mode=form_post`. */
const readResponse = (request: RequestInternal, { id, responseMode }: ResolvedOAuthProvider): URLSearchParams => {
  const isPost = request.method === 'POST'
  if (isPost === (responseMode === 'form_post')) return isPost ? toParameters(request.fields) : request.url.searchParams
  throw invalidCheck(id, 'response-mode', 'The authorization response has another response mode than the request')
}

const findOwnAttempt = async ({ request, context, provider }: OAuthRequest, response: URLSearchParams) => {
  const { id } = provider
  const [state = '', ...others] = response.getAll('state')
  // Some providers send no state with an error.
  if (state === '' && response.has('error')) throw refusedBy(provider, response, `${request.base}/callback/${id}`)
  if (state === '' || others.length > 0) throw invalidCheck(id, 'absent', 'The authorization response has no state')
  const wanted = { provider: id, kind: 'oauth' } as const
  const { value: attempt, fault, forget } = await findAttempt(context, request.cookies, state, wanted)
  if (attempt !== undefined) return { attempt, forget }
  const fix = `Open ${request.origin} and sign in there: the provider redirects to it, and cookies of another host, such as 127.0.0.1, do not arrive`
  const evidence = fault === 'absent' ? { fix } : {}
  const problem = 'This browser has no attempt for the authorization response'
  throw new HandlerError(invalidCheck(id, fault, problem, evidence), forget)
}

/** `GET` or `POST /callback/<provider>`: the authorization response. It ends the attempt, also after an error. */
const callback: ProviderHandler = async (request, context, configured) => {
  const oauthRequest = oauthRequestFor(request, context, configured)
  const { provider } = oauthRequest
  const response = readResponse(request, provider)
  context.runtime.trace?.('authorization response', {
    provider: provider.id,
    parameters: [...response.keys()],
    error: response.get('error') ?? undefined,
    description: excerpt(response.get('error_description')),
  })
  const forward = await findForward(oauthRequest, response)
  if (forward !== undefined) return redirectTo(forward)
  // A cross-site POST has no SameSite=Lax cookies, so a page of our own origin posts the same fields again.
  if (request.method === 'POST' && decideProvenance(request.headers, request.origin) === 'foreign') {
    const action = `${request.base}/callback/${provider.id}`
    return show({ page: 'repost', props: { action, fields: [...response] } })
  }
  const { attempt, forget } = await findOwnAttempt(oauthRequest, response)
  return withCookies(forget, async () => {
    if (response.has('code') && !response.has('error')) await consumeAttempt(context, attempt)
    const verified = await finishAuthorization(provider, attempt, response, context.runtime, context.config.logger)
    const identity = await toIdentity(oauthRequest, configured.method.facts, verified)
    const { target, linkTo, mayLink, startedBy } = attempt
    const completed = completeSignIn(request, context, identity, { target, linkTo, mayLink, startedBy })
    return completed.catch((error: unknown) => {
      if (!(error instanceof ReauthenticationRequired)) throw error
      throw new HandlerError(error, [], signInPageTarget(request, context, { callbackUrl: target, error: error.type }))
    })
  })
}

export const oauthSteps: MethodSteps = { start: startOAuth, callback }
