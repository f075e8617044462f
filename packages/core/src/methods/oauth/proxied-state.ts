import { toBase64url } from '../../base/bytes.ts'
import { isObject, parseJson } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { OAUTH_ATTEMPT_SECONDS } from '../../attempts/attempt.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import { providerTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import type { OAuthRequest } from './oauth-request.ts'

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
export const makeState = async (
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
