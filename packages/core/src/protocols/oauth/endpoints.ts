import { isObject, defined } from '../../base/json.ts'
import { authError } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { parseSafeUrl } from '../../web/redirect-target.ts'
import type { Endpoint, ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/** The three endpoints of a provider with their hooks. */
export type ResolvedEndpoints = Pick<ResolvedOAuthProvider, 'authorization' | 'token' | 'userinfo'>

/** Objects such as `claims` (OpenID Connect Core §5.5) are sent as JSON. */
const readParameter = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Read an address: a string or a `URL`. Throws `InvalidEndpoints` if it is not https or loopback. */
export const readUrl = (provider: string, name: string, option: unknown): URL | undefined => {
  if (option === undefined || option === null) return undefined
  const url = parseSafeUrl(option instanceof URL ? option.href : option)
  if (url !== undefined) return url
  throw authError('InvalidEndpoints', `The ${name} address of provider "${provider}" must be an https address`, {
    provider,
    endpoint: name,
  })
}

/** Read an endpoint: an address, or an object with `url` and `params`. */
const readEndpoint = (provider: string, name: string, option: unknown): Endpoint => {
  const handler = isObject(option) ? option : { url: option }
  const url = readUrl(provider, name, handler['url'])
  const parameters = new Map(url?.searchParams)
  const params = isObject(handler['params']) ? handler['params'] : {}
  for (const [key, value] of Object.entries(params)) {
    const text = readParameter(value)
    if (text !== undefined) parameters.set(key, text)
  }
  if (url !== undefined) url.search = ''
  return { url, parameters }
}

const pickHooks = <Handler extends object, Name extends keyof Handler>(
  handler: string | Handler | undefined,
  names: readonly Name[],
): Partial<Pick<Handler, Name>> => {
  const hooks: Partial<Pick<Handler, Name>> = {}
  if (typeof handler !== 'object') return hooks
  for (const name of names) if (typeof handler[name] === 'function') hooks[name] = handler[name]
  return hooks
}

/** Read the endpoints of a provider. Throws `InvalidEndpoints` for an address that is not https or loopback. */
export const resolveEndpoints = ({ id, authorization, token, userinfo }: OAuthConfig): ResolvedEndpoints => ({
  authorization: {
    ...readEndpoint(id, 'authorization', authorization),
    ...pickHooks(authorization, ['request', 'response']),
  },
  token: { ...readEndpoint(id, 'token', token), ...pickHooks(token, ['request', 'conform']) },
  userinfo: {
    ...readEndpoint(id, 'userinfo', userinfo),
    ...pickHooks(userinfo, ['request', 'conform']),
    ...(typeof userinfo === 'object' ? defined({ method: userinfo.method, headers: userinfo.headers }) : {}),
  },
})

/** The URL of an endpoint with its parameters. Without a configured address it is the one that the server publishes. */
export const endpointUrl = (endpoint: Endpoint, published: URL | undefined): URL | undefined => {
  const base = endpoint.url ?? published
  if (base === undefined) return undefined
  const url = new URL(base)
  for (const [name, value] of endpoint.parameters) url.searchParams.set(name, value)
  return url
}

const withUrl = (handler: string | object | undefined, endpoint: Endpoint): object => ({
  ...(typeof handler === 'object' ? handler : {}),
  url: endpointUrl(endpoint, undefined),
})

/** The provider that hooks receive. Each endpoint is an object; its `url` is a `URL` if the config names one. */
export const toHookContext = (merged: OAuthConfig, endpoints: ResolvedEndpoints): object =>
  Object.freeze({
    ...merged,
    authorization: withUrl(merged.authorization, endpoints.authorization),
    token: withUrl(merged.token, endpoints.token),
    userinfo: withUrl(merged.userinfo, endpoints.userinfo),
  })
