import type { Grant, Grants } from './grants.ts'
import { requireHeaders } from './headers.ts'
import { matchPath } from './urls.ts'
import type { MockRequest, ResourceMock } from './provider-mock.ts'
import { ProviderError } from './provider-error.ts'

const readToken = ({ token = 'bearer' }: ResourceMock, { headers, query, path, body }: MockRequest): string => {
  if (token === 'bearer' || 'scheme' in token) {
    const [scheme, value] = (headers['authorization'] ?? '').split(' ')
    const wanted = token === 'bearer' ? 'bearer' : token.scheme.toLowerCase()
    return scheme?.toLowerCase() === wanted ? (value ?? '') : ''
  }
  if ('query' in token) return query.get(token.query) ?? ''
  if ('body' in token) return new URLSearchParams(body).get(token.body) ?? ''
  return 'path' in token ? (path[token.path] ?? '') : (headers[token.header] ?? '')
}

const requireQuery = (resource: ResourceMock, query: URLSearchParams): void => {
  for (const [name, value] of new URL(resource.url).searchParams) {
    if (query.get(name) !== value) throw new ProviderError('invalid_request', `${name} must be "${value}".`)
  }
}

/** The named segments of the path when the address is that of this resource, else `undefined`. */
export const matchResource = (resource: ResourceMock, address: URL): Record<string, string> | undefined => {
  const { host, pathname } = new URL(resource.url)
  return host === address.host ? matchPath(pathname, address.pathname) : undefined
}

/** The grant behind the access token, if the provider of this resource issued it. */
export const findGrant = (grants: Grants, resource: ResourceMock, request: MockRequest): Grant | undefined => {
  const grant = grants.findToken(readToken(resource, request))
  return grant?.mock.resources?.includes(resource) === true ? grant : undefined
}

/** The response body of the provider. Throws a `ProviderError`. */
export const resourceResponse = (resource: ResourceMock, grant: Grant, request: MockRequest): unknown => {
  if (request.method !== (resource.method ?? 'GET'))
    throw new ProviderError('invalid_request', `The method must be ${resource.method ?? 'GET'}.`, 405)
  requireHeaders(grant.mock, resource.headers, request)
  requireQuery(resource, request.query)
  const response = resource.response(grant.person, request)
  if (response === undefined) throw new ProviderError('not_found', 'The resource does not exist.', 404)
  return response
}
