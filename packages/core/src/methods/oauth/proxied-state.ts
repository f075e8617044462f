import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { toBase64url } from '../../base/bytes.ts'
import { isObject, parseJson } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { authError } from '../../errors/error-classes.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { OAUTH_ATTEMPT_SECONDS } from '../../attempts/attempt.ts'
import { providerTarget } from '../../web/redirect-target.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'

/** Sealed under a name that is no cookie's, so that every deployment that shares the secret can open it. */
const PURPOSE = 'redirect proxy state'

interface ProxiedState {
  readonly callback: string
  readonly provider: string
  readonly created: number
}

const isProxied = (request: RequestInternal, provider: ResolvedOAuthProvider): boolean =>
  provider.redirectProxyUrl !== undefined &&
  provider.responseMode === 'query' &&
  new URL(provider.redirectProxyUrl).origin !== request.origin

/** The state of an attempt and the address the provider sends back to: our own, or the proxy's that knows ours. */
export const makeState = async (
  request: RequestInternal,
  context: AuthContext,
  provider: ResolvedOAuthProvider,
): Promise<{ readonly state: string; readonly redirectUri: string }> => {
  const own = `${request.base}/callback/${provider.id}`
  const proxy = provider.redirectProxyUrl
  if (proxy === undefined || !isProxied(request, provider)) {
    return { state: toBase64url(context.runtime.random(32)), redirectUri: own }
  }
  const state = {
    callback: own,
    provider: provider.id,
    created: toSeconds(context.runtime.now()),
    chance: toBase64url(context.runtime.random(16)),
  }
  return { state: await context.keyring.seal(PURPOSE, JSON.stringify(state)), redirectUri: proxy }
}

const isState = (value: unknown): value is ProxiedState & Record<string, unknown> =>
  isObject(value) &&
  typeof value['callback'] === 'string' &&
  typeof value['provider'] === 'string' &&
  typeof value['created'] === 'number'

/** Why an answer is not sent on, for the log. */
type Fault = 'expired' | 'other-provider' | 'origin'

const MESSAGES: Readonly<Record<Fault, string>> = {
  expired: 'The answer belongs to an attempt that is over',
  'other-provider': 'The answer belongs to an attempt at another provider',
  origin: 'The answer belongs to a deployment that redirectProxyOrigins does not list',
}

const findFault = (
  context: AuthContext,
  provider: ResolvedOAuthProvider,
  state: ProxiedState,
  url: URL | undefined,
): Fault | undefined => {
  if (toSeconds(context.runtime.now()) > state.created + OAUTH_ATTEMPT_SECONDS) return 'expired'
  if (state.provider !== provider.id) return 'other-provider'
  const isListed = context.config.redirectProxyOrigins.some((pattern) => url !== undefined && pattern.test(url.origin))
  return isListed ? undefined : 'origin'
}

/**
 * Where an answer belongs that reached us as another deployment's redirect proxy; `undefined` when it is our own. The
 * address is followed only when it was sealed with our secret and the owner's list has its origin.
 */
export const findForward = async (
  request: RequestInternal,
  context: AuthContext,
  provider: ResolvedOAuthProvider,
  response: URLSearchParams,
): Promise<RedirectTarget | undefined> => {
  const state = response.get('state')
  if (provider.redirectProxyUrl === undefined || isProxied(request, provider) || state === null) return undefined
  const plaintext = await context.keyring.open(PURPOSE, state)
  const proxied = plaintext === null ? undefined : parseJson(plaintext)
  if (!isState(proxied)) return undefined
  const url = URL.canParse(proxied.callback) ? new URL(proxied.callback) : undefined
  const fault = findFault(context, provider, proxied, url)
  if (url === undefined || fault !== undefined) {
    const reason = fault ?? 'origin'
    throw authError('InvalidCheck', MESSAGES[reason], { provider: provider.id, reason })
  }
  for (const [name, value] of response) url.searchParams.append(name, value)
  return providerTarget(url)
}
