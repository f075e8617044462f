import type { AuthContext, ConfiguredProvider, RequestInternal, ProviderHandler } from '../../config/engine-types.ts'
import { defined, isObject, parseJson } from '../../base/json.ts'
import { resolveOAuthProvider } from '../../protocols/oauth/resolve-oauth-provider.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { toBase64url } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import { OAUTH_ATTEMPT_SECONDS, beginAttempt, type OAuthAttempt } from '../../attempts/attempt.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import { providerTarget, type RedirectTarget } from '../../web/redirect-target.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'
import { startAuthorization } from '../../protocols/oauth/start-authorization.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { requireReauthentication, requireSignIn } from '../../sign-in/require-sign-in.ts'
import { redirectTo, type HandlerResponse } from '../../web/handler-response.ts'

/** A request that concerns one OAuth or OpenID Connect provider. */
export interface OAuthRequest {
  readonly request: RequestInternal
  readonly context: AuthContext
  readonly provider: ResolvedOAuthProvider
}

/** The provider is resolved once, at the first sign-in with it. */
export const oauthRequestFor = (
  request: RequestInternal,
  context: AuthContext,
  configured: ConfiguredProvider,
): OAuthRequest => {
  const { redirectProxyUrl } = context.config
  return { request, context, provider: resolveOAuthProvider(configured, defined({ redirectProxyUrl })) }
}

/** The purpose does not contain the name of a cookie, so every deployment with the same secret can open the state. */
const PURPOSE = 'redirect proxy state'

interface ProxiedState {
  /** The callback URL of the deployment that began the attempt. */
  readonly callback: string
  readonly provider: string
  /** Seconds since the epoch. */
  readonly created: number
}

const isProxiedState = (value: unknown): value is ProxiedState & Record<string, unknown> =>
  isObject(value) &&
  typeof value['callback'] === 'string' &&
  typeof value['provider'] === 'string' &&
  typeof value['created'] === 'number'

/** The proxy that receives the authorization response for this deployment, if there is one. */
const findProxy = ({ request, provider }: OAuthRequest): string | undefined => {
  const { redirectProxyUrl, responseMode } = provider
  if (redirectProxyUrl === undefined || responseMode !== 'query') return undefined
  return new URL(redirectProxyUrl).origin === request.origin ? undefined : redirectProxyUrl
}

/** The state and the redirect URI of an attempt. The state for a proxy contains the callback URL of this deployment. */
const makeState = async (
  oauthRequest: OAuthRequest,
): Promise<{ readonly state: string; readonly redirectUri: string }> => {
  const { request, context, provider } = oauthRequest
  const { runtime, keyring } = context
  const callback = `${request.base}/callback/${provider.id}`
  const proxy = findProxy(oauthRequest)
  if (proxy === undefined) return { state: toBase64url(runtime.random(32)), redirectUri: callback }
  const nonce = toBase64url(runtime.random(16))
  const proxied = { callback, provider: provider.id, created: toSeconds(runtime.now()), nonce }
  return { state: await keyring.seal(PURPOSE, JSON.stringify(proxied)), redirectUri: proxy }
}

/**
 * Where to forward an authorization response that this deployment received as the redirect proxy of another one;
 * `undefined` for its own responses. The URL must be sealed with our secret, and `redirectProxyOrigins` must list its
 * origin.
 */
export const findForward = async (
  oauthRequest: OAuthRequest,
  response: URLSearchParams,
): Promise<RedirectTarget | undefined> => {
  const { context, provider } = oauthRequest
  const state = response.get('state')
  const isProxy = provider.redirectProxyUrl !== undefined && findProxy(oauthRequest) === undefined
  if (!isProxy || state === null) return undefined
  const plaintext = await context.keyring.open(PURPOSE, state)
  const proxied = plaintext === null ? undefined : parseJson(plaintext)
  if (!isProxiedState(proxied)) return undefined
  const failure = (reason: string, why: string): AuthError =>
    authError('InvalidCheck', `The authorization response belongs to ${why}`, { provider: provider.id, reason })
  if (toSeconds(context.runtime.now()) > proxied.created + OAUTH_ATTEMPT_SECONDS)
    throw failure('expired', 'an expired attempt')
  if (proxied.provider !== provider.id) throw failure('other-provider', 'an attempt at another provider')
  const url = URL.canParse(proxied.callback) ? new URL(proxied.callback) : undefined
  if (url === undefined || !context.config.redirectProxyOrigins.some((pattern) => pattern.test(url.origin)))
    throw failure('origin', 'a deployment that redirectProxyOrigins does not list')
  for (const [name, value] of response) url.searchParams.append(name, value)
  return providerTarget(url)
}

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
interface AuthorizationOptions {
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
