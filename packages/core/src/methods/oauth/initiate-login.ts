import type { AuthContext, RequestInternal, RouteHandler } from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { authError } from '../../errors/error-classes.ts'
import { checkInitiator, readLoginInitiation } from '../../protocols/oauth/third-party-login.ts'
import type { LoginInitiation } from '../../protocols/oauth/third-party-login.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { redirectTo, show } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import { formToken } from '../../forms/csrf.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { oauthProvider } from './oauth-provider.ts'
import { leaveFor } from './start-oauth.ts'
import { findCustomPage } from '../../forms/custom-page.ts'
import { pageProviders } from '../../forms/page-providers.ts'
import { approveTarget } from '../../forms/callback-url.ts'

/** The provider of the URL, if its options let it start a sign-in. Other providers have no such URL. */
const enabledProvider = ({ provider }: RequestInternal, context: AuthContext): ResolvedOAuthProvider => {
  const resolved = provider?.type === 'oidc' ? oauthProvider(provider, context) : undefined
  if (resolved?.thirdPartyLogin !== undefined) return resolved
  throw authError('InvalidProvider', 'This provider cannot start a sign-in', { provider: provider?.id ?? '' })
}

/** A page with one button: nobody is sent away to sign in by a link alone. */
const confirm = async (
  request: RequestInternal,
  context: AuthContext,
  { id }: ResolvedOAuthProvider,
  hint: Readonly<Record<string, string>>,
  target: RedirectTarget,
): Promise<HandlerResponse> => {
  const page = findCustomPage(request, context, 'signIn')
  if (page !== undefined) {
    return redirectTo(pageTarget(page, request.origin, { callbackUrl: target, provider: id, ...hint }))
  }
  const query = new URLSearchParams(hint).toString()
  const providers = pageProviders(context.config)
    .filter((provider) => provider.id === id)
    .map((provider) => ({ ...provider, action: `${provider.action}${query === '' ? '' : `?${query}`}` }))
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  // Who came here by somebody else's link wishes to sign in at most, and not to give anybody a way into their account.
  const props = { providers, callbackUrl: target, links: false as const, ...defined({ csrfToken }) }
  return show({ page: 'signin', props }, cookies)
}

/**
 * `GET /initiate-login/<provider>`: the provider, or a page of its, sends somebody to sign in here (OpenID Connect Core §4). A
 * new attempt begins with everything that belongs to one. Whoever is signed in already is asked, whatever the owner chose: a
 * stranger's link must not change who one is.
 */
export const initiateLogin: RouteHandler = async (request, context) => {
  const provider = enabledProvider(request, context)
  const initiation = readLoginInitiation(request.query)
  await checkInitiator(provider, initiation, context.runtime)
  const target = await approveTarget(context, request.origin, initiation.target)
  const hint = defined({ login_hint: initiation.loginHint })
  const atOnce = provider.thirdPartyLogin === 'immediate' && (await findCurrentUser(context, request.cookies)) === null
  if (!atOnce) return confirm(request, context, provider, hint, target)
  return leaveFor(request, context, provider, { target, parameters: hint, intent: {} })
}

const toQuery = ({ issuer, loginHint, target }: LoginInitiation): Readonly<Record<string, string | undefined>> => ({
  iss: issuer,
  login_hint: loginHint,
  target_link_uri: target,
})

const ofFields = (fields: RequestInternal['fields']): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'))

/** `POST /initiate-login/<provider>`: comes across sites without our cookies, so it is asked once more by `GET`, with them. */
export const relayInitiation: RouteHandler = async (request, context) => {
  const { id } = enabledProvider(request, context)
  const query = toQuery(readLoginInitiation(ofFields(request.fields)))
  return redirectTo(pageTarget(`${request.base}/initiate-login/${id}`, request.origin, query))
}
