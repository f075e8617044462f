import { defined } from '../../base/record.ts'
import type { OAuthConfig, UserinfoEndpointHandler } from '../../types/providers.ts'
import { endpointUrl, readEndpoint } from './endpoints.ts'
import type { Endpoint } from './endpoints.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/** The three endpoints of a provider with their hooks. */
export type Handlers = Pick<ResolvedOAuthProvider, 'authorization' | 'token' | 'userinfo'>

const hooks = <Handler extends object, Name extends keyof Handler>(
  handler: string | Handler | undefined,
  names: readonly Name[],
): Partial<Pick<Handler, Name>> => {
  const found: Partial<Pick<Handler, Name>> = {}
  if (typeof handler !== 'object') return found
  for (const name of names) if (typeof handler[name] === 'function') found[name] = handler[name]
  return found
}

const howToAsk = (userinfo: OAuthConfig['userinfo']): Partial<Pick<UserinfoEndpointHandler, 'method' | 'headers'>> =>
  typeof userinfo === 'object' ? defined({ method: userinfo.method, headers: userinfo.headers }) : {}

export const readHandlers = (merged: OAuthConfig): Handlers => {
  const { id, authorization, token, userinfo } = merged
  return {
    authorization: {
      ...readEndpoint(id, 'authorization', authorization),
      ...hooks(authorization, ['request', 'response']),
    },
    token: { ...readEndpoint(id, 'token', token), ...hooks(token, ['request', 'conform']) },
    userinfo: {
      ...readEndpoint(id, 'userinfo', userinfo),
      ...hooks(userinfo, ['request', 'conform']),
      ...howToAsk(userinfo),
    },
  }
}

const withUrl = (handler: string | object | undefined, endpoint: Endpoint): object => ({
  ...(typeof handler === 'object' ? handler : {}),
  url: endpointUrl(endpoint, undefined),
})

/** The provider as hooks are shown it: every endpoint is an object whose `url`, where the entry has one, is a URL. */
export const toHookContext = (merged: OAuthConfig, handlers: Handlers): object =>
  Object.freeze({
    ...merged,
    authorization: withUrl(merged.authorization, handlers.authorization),
    token: withUrl(merged.token, handlers.token),
    userinfo: withUrl(merged.userinfo, handlers.userinfo),
  })
