import type { ProviderHandler } from '../../config/engine-types.ts'
import { toSeconds } from '../../base/time.ts'
import { beginAttempt } from '../../attempts/attempt.ts'
import type { OAuthAttempt } from '../../attempts/attempt.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'
import { startAuthorization } from '../../protocols/oauth/start-authorization.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { requireReauthentication, requireSignIn } from '../../sign-in/require-sign-in.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { providerTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import { oauthRequestFor } from './oauth-request.ts'
import type { OAuthRequest } from './oauth-request.ts'
import { makeState } from './proxied-state.ts'

type LinkIntent = Pick<OAuthAttempt, 'linkTo' | 'mayLink'>

/**
 * The user who requests to link an account: the one who is signed in. Whether the user has authenticated recently is
 * decided before the redirect, because a sign-in at the provider may take long. It matters only if the account turns
 * out to be new.
 */
const findLinkIntent = async ({ request, context }: OAuthRequest): Promise<LinkIntent> => {
  const { link } = request.fields
  if (context.config.adapter === undefined || link === 'false' || link === false) return {}
  const linkTo = (await findCurrentUser(context, request.cookies))?.userId
  return linkTo === undefined
    ? {}
    : { linkTo, mayLink: await isRecentlyAuthenticated(context, request.cookies, linkTo) }
}

/** Where an authorization request leads, and what it carries. */
export interface AuthorizationOptions {
  readonly target: RedirectTarget
  /** Parameters for the authorization request. Reserved ones are ignored. */
  readonly parameters: Readonly<Record<string, string>>
  readonly intent: LinkIntent
}

/** Begin an attempt and redirect the user to the provider. */
export const redirectToProvider = async (
  oauthRequest: OAuthRequest,
  { target, parameters, intent }: AuthorizationOptions,
): Promise<HandlerResponse> => {
  const { request, context, provider } = oauthRequest
  const { state, redirectUri } = await makeState(oauthRequest)
  const input = { redirectUri, state, parameters }
  const { url, ...checks } = await startAuthorization(provider, input, context.runtime, context.config.logger)
  const created = toSeconds(context.runtime.now())
  const attempt = { kind: 'oauth', provider: provider.id, state, redirectUri, target, created } as const
  const cookies = await beginAttempt(context, request.cookies, { ...attempt, ...checks, ...intent })
  return redirectTo(providerTarget(url), [...cookies, ...rememberTarget(request, context, target)])
}

/**
 * `POST /signin/<provider>`. With the field `link` set to `true`, the form is only for linking: a user who may not
 * link an account is not redirected to the provider. With `false` no account is linked, even if a user is signed in.
 */
export const startOAuth: ProviderHandler = async (request, context, configured) => {
  const oauthRequest = oauthRequestFor(request, context, configured)
  const target = await readTarget(request, context)
  const intent = await findLinkIntent(oauthRequest)
  const { link } = request.fields
  if ((link === 'true' || link === true) && intent.mayLink !== true) {
    const requireUser = intent.linkTo === undefined ? requireSignIn : requireReauthentication
    return requireUser(request, context, target)
  }
  const { callbackUrl: _ours, ...parameters } = Object.fromEntries(request.query)
  return redirectToProvider(oauthRequest, { target, parameters, intent })
}
