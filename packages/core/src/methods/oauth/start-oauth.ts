import type { AuthContext, ConfiguredProvider, RequestInternal, ProviderHandler } from '../../config/engine-types.ts'
import { isObject, parseJson } from '../../base/json.ts'
import { invalidCheck } from '../../protocols/oauth/provider-http.ts'
import { resolveOAuthProvider, type ResolvedOAuthProvider } from '../../protocols/oauth/resolve-oauth-provider.ts'
import { toBase64url } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import { OAUTH_ATTEMPT_SECONDS, beginAttempt, type OAuthAttempt } from '../../attempts/attempt.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { providerTarget, type RedirectTarget } from '../../web/redirect-target.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'
import { startAuthorization } from '../../protocols/oauth/start-authorization.ts'
import { findCurrentUser } from '../../sessions/strategy.ts'
import { requireSignIn } from '../../sign-in/require-sign-in.ts'
import { redirectTo, type HandlerResponse } from '../../web/handler-response.ts'

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
): OAuthRequest => ({ request, context, provider: resolveOAuthProvider(configured, context.config) })

/** The purpose does not contain the name of a cookie, so every deployment with the same secret can open the state. */
const PURPOSE = 'redirect proxy state'

const findProxy = ({ request, provider }: OAuthRequest): string | undefined => {
  const { redirectProxyUrl, responseMode } = provider
  if (redirectProxyUrl === undefined || responseMode !== 'query') return undefined
  return new URL(redirectProxyUrl).origin === request.origin ? undefined : redirectProxyUrl
}

/** The state and the redirect URI of an attempt. The state for a proxy contains the callback URL of this deployment. */
const makeState = async (oauthRequest: OAuthRequest, unique: string) => {
  const { request, context, provider } = oauthRequest
  const { runtime, keyring } = context
  const callback = `${request.base}/callback/${provider.id}`
  const proxy = findProxy(oauthRequest)
  if (proxy === undefined) return { state: unique, redirectUri: callback }
  const proxied = { callback, provider: provider.id, created: toSeconds(runtime.now()), nonce: unique }
  return { state: await keyring.seal(PURPOSE, JSON.stringify(proxied)), redirectUri: proxy }
}

/** Where the redirect proxy forwards a response: a URL sealed with our secret, at one of `redirectProxyOrigins`. */
export const findForward = async (oauthRequest: OAuthRequest, response: URLSearchParams) => {
  const { context, provider } = oauthRequest
  const state = response.get('state')
  const isProxy = provider.redirectProxyUrl !== undefined && findProxy(oauthRequest) === undefined
  if (!isProxy || state === null) return undefined
  const sealed = parseJson((await context.keyring.open(PURPOSE, state)) ?? '')
  const { callback, provider: startedWith, created } = isObject(sealed) ? sealed : {}
  if (typeof callback !== 'string' || typeof created !== 'number') return undefined
  const failure = (reason: string, owner: string): AuthError =>
    invalidCheck(provider.id, reason, `The authorization response belongs to ${owner}`)
  if (toSeconds(context.runtime.now()) > created + OAUTH_ATTEMPT_SECONDS) throw failure('expired', 'an expired attempt')
  if (startedWith !== provider.id) throw failure('other-provider', 'an attempt at another provider')
  const url = new URL(callback)
  if (!context.config.redirectProxyOrigins.some((pattern) => pattern.test(url.origin)))
    throw failure('origin', 'a deployment that redirectProxyOrigins does not list')
  for (const [name, value] of response) url.searchParams.append(name, value)
  return providerTarget(url)
}

type LinkIntent = Pick<OAuthAttempt, 'linkTo' | 'mayLink' | 'startedBy'>

/** Whether a field has this value. A form sends it as text; a script or server code may pass a boolean. */
const isField = (value: unknown, wanted: boolean): boolean => value === wanted || value === String(wanted)

/** The field `link`: `true` links the account, `false` does not offer it. Without the field the user is asked. */
const findLinkIntent = async ({ request, context }: OAuthRequest): Promise<LinkIntent> => {
  const { link } = request.fields
  if (context.config.adapter === undefined || isField(link, false)) return {}
  const userId = (await findCurrentUser(context, request.cookies))?.userId
  if (userId === undefined) return {}
  if (!isField(link, true)) return { startedBy: userId }
  return { linkTo: userId, mayLink: await isRecentlyAuthenticated(context, request.cookies, userId) }
}

/** The random values of an attempt, of 256 bits each (RFC 7636 §7.1). One draw: its start costs more than its length. */
const drawSecrets = ({ runtime }: AuthContext) => {
  const bytes = runtime.random(96)
  const textAt = (start: number): string => toBase64url(bytes.subarray(start, start + 32))
  return { unique: textAt(0), codeVerifier: textAt(32), nonce: textAt(64) }
}

export const redirectToProvider = async (
  oauthRequest: OAuthRequest,
  target: RedirectTarget,
  parameters: Readonly<Record<string, string>>,
  intent: LinkIntent,
): Promise<HandlerResponse> => {
  const { request, context, provider } = oauthRequest
  const { unique, ...own } = drawSecrets(context)
  const { state, redirectUri } = await makeState(oauthRequest, unique)
  const input = { redirectUri, state, parameters, ...own }
  const { url, ...checks } = await startAuthorization(provider, input, context.runtime, context.config.logger)
  const created = toSeconds(context.runtime.now())
  const attempt = { kind: 'oauth', provider: provider.id, state, redirectUri, target, created } as const
  const cookies = await beginAttempt(context, request.cookies, { ...attempt, ...checks, ...intent })
  return redirectTo(providerTarget(url), [...cookies, ...rememberTarget(request, context, target)])
}

/** `POST /signin/<provider>`. A form with the field `link` is only for linking: it redirects no other user. */
export const startOAuth: ProviderHandler = async (request, context, configured) => {
  const oauthRequest = oauthRequestFor(request, context, configured)
  const target = await readTarget(request, context)
  const intent = await findLinkIntent(oauthRequest)
  if (isField(request.fields['link'], true) && intent.mayLink !== true) {
    const required = intent.linkTo === undefined ? 'SessionRequired' : 'ReauthenticationRequired'
    return requireSignIn(request, context, target, required)
  }
  const { callbackUrl: _ours, ...parameters } = Object.fromEntries(request.url.searchParams)
  return redirectToProvider(oauthRequest, target, parameters, intent)
}
