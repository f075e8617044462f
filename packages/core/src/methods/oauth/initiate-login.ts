import type { AuthContext, ConfiguredProvider, RequestInternal, RouteHandler } from '../../config/engine-types.ts'
import { defined } from '../../base/json.ts'
import { authError } from '../../errors/error-classes.ts'
import { approveTarget } from '../../forms/callback-url.ts'
import { findCustomPage, showForm, toPageProvider } from '../../forms/page-data.ts'
import { findServerMetadata } from '../../protocols/oauth/discovery.ts'
import { matchesIssuer } from '../../protocols/oauth/issuer.ts'
import { excerpt } from '../../protocols/oauth/provider-http.ts'
import { orSignInError } from '../../protocols/oauth/start-authorization.ts'
import { findCurrentUser } from '../../sessions/strategy.ts'
import { toParameters } from '../../web/body.ts'
import { redirectTo, type HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget, type RedirectTarget } from '../../web/redirect-target.ts'
import { oauthRequestFor, type OAuthRequest, redirectToProvider } from './start-oauth.ts'

interface InitiateRequest extends OAuthRequest {
  readonly configured: ConfiguredProvider
}

const enabledProvider = (request: RequestInternal, context: AuthContext): InitiateRequest => {
  const configured = request.provider
  const found = configured?.type === 'oidc' ? oauthRequestFor(request, context, configured) : undefined
  if (configured !== undefined && found?.provider.thirdPartyLogin !== undefined) return { ...found, configured }
  throw authError('InvalidProvider', 'This provider cannot initiate a login', { provider: configured?.id ?? '' })
}

/** The hint is passed on as one parameter. Control characters and lone surrogates are refused. */
const HINT = /^[^\p{Cc}\p{Cs}]{1,256}$/u

/** Read the parameters (OpenID Connect Core §4). A repeated or invalid one is ignored. The target is checked later. */
const readParameters = (parameters: URLSearchParams) => {
  const [iss, hint, target] = ['iss', 'login_hint', 'target_link_uri'].map((name) => {
    const [value = '', ...more] = parameters.getAll(name)
    return value !== '' && value.length <= 2048 && more.length === 0 ? value : undefined
  })
  return defined({ iss, login_hint: HINT.test(hint ?? '') ? hint : undefined, target_link_uri: target })
}

const checkInitiator = async ({ provider, context }: OAuthRequest, found: string | undefined): Promise<void> => {
  const server =
    found === undefined ? undefined : await orSignInError(provider, () => findServerMetadata(provider, context.runtime))
  const issuer = server?.issuer
  if (found !== undefined && issuer !== undefined && matchesIssuer(provider, issuer, found)) return
  const cause = { provider: provider.id, reason: 'issuer', expected: issuer, found: excerpt(found) }
  throw authError('OAuthSignInError', `Another issuer than provider "${provider.id}" asked for a sign-in`, cause)
}

/** A page with one button: a link alone does not start a sign-in. */
const confirm = async (
  { request, context, configured }: InitiateRequest,
  hint: Readonly<Record<string, string>>,
  target: RedirectTarget,
): Promise<HandlerResponse> => {
  const page = findCustomPage(request, context, 'signIn')
  if (page !== undefined)
    return redirectTo(pageTarget(page, request.origin, { callbackUrl: target, provider: configured.id, ...hint }))
  const query = new URLSearchParams(hint).toString()
  const provider = toPageProvider(context.config)(configured)
  const providers = [query === '' ? provider : { ...provider, action: `${provider.action}?${query}` }]
  // The user may have followed the link of an attacker: the form signs in, but links no account to the current user.
  return showForm(request, context, { page: 'signin', props: { providers, callbackUrl: target, links: false } })
}

/** `GET /initiate-login/<provider>`: the provider or another site requests a login (OpenID Connect Core §4). */
export const initiateLogin: RouteHandler = async (request, context) => {
  const oauthRequest = enabledProvider(request, context)
  const { iss, target_link_uri: requested, ...hint } = readParameters(request.url.searchParams)
  await checkInitiator(oauthRequest, iss)
  const target = await approveTarget(context, request.origin, requested)
  const mayRedirect = oauthRequest.provider.thirdPartyLogin === 'immediate'
  // A link of another site must not replace a session.
  const isImmediate = mayRedirect && (await findCurrentUser(context, request.cookies)) === null
  return isImmediate ? redirectToProvider(oauthRequest, target, hint, {}) : confirm(oauthRequest, hint, target)
}

/** `POST /initiate-login/<provider>`: redirects to the `GET`, because a cross-site `POST` has no cookies. */
export const relayInitiation: RouteHandler = async (request, context) => {
  const { id } = enabledProvider(request, context).provider
  const query = readParameters(toParameters(request.fields))
  return redirectTo(pageTarget(`${request.base}/initiate-login/${id}`, request.origin, query))
}
