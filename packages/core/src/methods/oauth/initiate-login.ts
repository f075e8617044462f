import type { AuthContext, RequestInternal, RouteHandler } from '../../config/engine-types.ts'
import { defined } from '../../base/json.ts'
import { authError } from '../../errors/error-classes.ts'
import { approveTarget } from '../../forms/callback-url.ts'
import { formToken, findCustomPage, pageProviders } from '../../forms/page-data.ts'
import { checkInitiator, readLoginInitiation } from '../../protocols/oauth/third-party-login.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { toParameters } from '../../web/body.ts'
import { redirectTo, show, type HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget, type RedirectTarget } from '../../web/redirect-target.ts'
import { oauthRequestFor, type OAuthRequest, redirectToProvider } from './start-oauth.ts'

/** The provider of the URL, if its options allow it to initiate a login. */
const enabledProvider = (request: RequestInternal, context: AuthContext): OAuthRequest => {
  const configured = request.provider
  const found = configured?.type === 'oidc' ? oauthRequestFor(request, context, configured) : undefined
  if (found?.provider.thirdPartyLogin !== undefined) return found
  throw authError('InvalidProvider', 'This provider cannot initiate a login', { provider: configured?.id ?? '' })
}

/** A page with one button: a link alone does not start a sign-in. */
const confirm = async (
  { request, context, provider: { id } }: OAuthRequest,
  hint: Readonly<Record<string, string>>,
  target: RedirectTarget,
): Promise<HandlerResponse> => {
  const page = findCustomPage(request, context, 'signIn')
  if (page !== undefined)
    return redirectTo(pageTarget(page, request.origin, { callbackUrl: target, provider: id, ...hint }))
  const query = new URLSearchParams(hint).toString()
  const providers = pageProviders(context.config)
    .filter((provider) => provider.id === id)
    .map((provider) => (query === '' ? provider : { ...provider, action: `${provider.action}?${query}` }))
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  // The user may have followed the link of an attacker: the form signs in, but links no account to the current user.
  const props = { providers, callbackUrl: target, links: false as const, ...defined({ csrfToken }) }
  return show({ page: 'signin', props }, cookies)
}

/**
 * `GET /initiate-login/<provider>`: the provider or another site requests a login (OpenID Connect Core §4). It begins
 * a new attempt. A signed-in user always gets the page with the button, also if `thirdPartyLogin` is `immediate`: a link
 * of another site must not replace the session.
 */
export const initiateLogin: RouteHandler = async (request, context) => {
  const oauthRequest = enabledProvider(request, context)
  const { provider } = oauthRequest
  const initiation = readLoginInitiation(request.query)
  await checkInitiator(provider, initiation, context.runtime)
  const target = await approveTarget(context, request.origin, initiation.target)
  const parameters = defined({ login_hint: initiation.loginHint })
  const isImmediate =
    provider.thirdPartyLogin === 'immediate' && (await findCurrentUser(context, request.cookies)) === null
  return isImmediate
    ? redirectToProvider(oauthRequest, { target, parameters, intent: {} })
    : confirm(oauthRequest, parameters, target)
}

/** `POST /initiate-login/<provider>`: redirects to the `GET`, because a cross-site `POST` has no cookies. */
export const relayInitiation: RouteHandler = async (request, context) => {
  const { id } = enabledProvider(request, context).provider
  const { issuer, loginHint, target } = readLoginInitiation(toParameters(request.fields))
  const query = { iss: issuer, login_hint: loginHint, target_link_uri: target }
  return redirectTo(pageTarget(`${request.base}/initiate-login/${id}`, request.origin, query))
}
