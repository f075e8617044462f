import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { toSeconds } from '../../base/time.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { startAuthorization } from '../../protocols/oauth/start-authorization.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { beginAttempt } from '../../attempts/attempt.ts'
import type { OAuthAttempt } from '../../attempts/attempt.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { providerTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import { requireReauthentication, requireSignIn } from '../../sign-in/require-sign-in.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { oauthProvider } from './oauth-provider.ts'
import { makeState } from './proxied-state.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'

type LinkIntent = Pick<OAuthAttempt, 'linkTo' | 'mayLink'>

/**
 * Who asks to link: the user of the session this browser has now, where accounts can be linked at all. Whether they may is
 * decided before they leave, as the provider can take its time; it matters only if the account turns out to be a new one.
 */
const findLinkIntent = async (request: RequestInternal, context: AuthContext): Promise<LinkIntent> => {
  const { link } = request.fields
  if (context.config.adapter === undefined || link === 'false' || link === false) return {}
  const linkTo = (await findCurrentUser(context, request.cookies))?.userId
  return linkTo === undefined
    ? {}
    : { linkTo, mayLink: await isRecentlyAuthenticated(context, request.cookies, linkTo) }
}

/** A form that says that it is about linking gets nobody signed in or up: whoever may not link has no need to leave. */
const findRefusal = (
  request: RequestInternal,
  context: AuthContext,
  { linkTo, mayLink }: LinkIntent,
  back: RedirectTarget,
): HandlerResponse | undefined => {
  const { link } = request.fields
  if ((link !== 'true' && link !== true) || mayLink === true) return undefined
  return linkTo === undefined ? requireSignIn(request, context, back) : requireReauthentication(request, context, back)
}

const authorizationParameters = (request: RequestInternal): Readonly<Record<string, string>> => {
  const { callbackUrl: _ours, ...parameters } = Object.fromEntries(request.query)
  return parameters
}

/** What an attempt begins with. */
export interface Departure {
  readonly target: RedirectTarget
  /** For the authorization request; reserved ones are ignored. */
  readonly parameters: Readonly<Record<string, string>>
  readonly intent: LinkIntent
}

/** Opens a transaction and leaves for the provider. */
export const leaveFor = async (
  request: RequestInternal,
  context: AuthContext,
  provider: ResolvedOAuthProvider,
  { target, parameters, intent }: Departure,
): Promise<HandlerResponse> => {
  const { state, redirectUri } = await makeState(request, context, provider)
  const input = { redirectUri, state, parameters }
  const { url, ...checks } = await startAuthorization(provider, input, context.runtime, context.config.logger)
  const attempt: OAuthAttempt = {
    kind: 'oauth',
    provider: provider.id,
    state,
    redirectUri,
    target,
    created: toSeconds(context.runtime.now()),
    ...checks,
    ...intent,
  }
  const cookies = await beginAttempt(context, request.cookies, attempt)
  return redirectTo(providerTarget(url), [...cookies, ...rememberTarget(request, context, target)])
}

/**
 * `POST /signin/<provider>`. With the field `link` set to `true` only somebody leaves who may add an account; with `false` nobody
 * adds one, signed in or not.
 */
export const startOAuth = async (
  request: RequestInternal,
  context: AuthContext,
  summary: ConfiguredProvider,
): Promise<HandlerResponse> => {
  const provider = oauthProvider(summary, context)
  const target = await readTarget(request, context)
  const intent = await findLinkIntent(request, context)
  const refusal = findRefusal(request, context, intent, target)
  return (
    refusal ?? leaveFor(request, context, provider, { target, parameters: authorizationParameters(request), intent })
  )
}
