import type { Grant, Grants } from './grants.ts'
import { demandHeaders } from './headers.ts'
import { fitPath } from './address.ts'
import type { MockRequest, ResourceMock } from './provider-mock.ts'
import { Refusal } from './refusal.ts'

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

const demandQuery = (resource: ResourceMock, query: URLSearchParams): void => {
  for (const [name, value] of new URL(resource.url).searchParams) {
    if (query.get(name) !== value) throw new Refusal('invalid_request', `${name} has to be "${value}".`)
  }
}

/** The named segments of the address when this resource stands there. */
export const fitResource = (resource: ResourceMock, address: URL): Record<string, string> | undefined => {
  const { host, pathname } = new URL(resource.url)
  return host === address.host ? fitPath(pathname, address.pathname) : undefined
}

/** Whom the access token stands for, when it was issued by the provider that has this resource. */
export const findGrant = (grants: Grants, resource: ResourceMock, asked: MockRequest): Grant | undefined => {
  const grant = grants.findToken(readToken(resource, asked))
  return grant?.play.resources?.includes(resource) === true ? grant : undefined
}

/** Answer as the provider would. Throws a `Refusal`. */
export const answerResource = (resource: ResourceMock, grant: Grant, asked: MockRequest): unknown => {
  if (asked.method !== (resource.method ?? 'GET')) throw new Refusal('invalid_request', 'The method is another.', 405)
  demandHeaders(grant.play, resource.headers, asked)
  demandQuery(resource, asked.query)
  const answer = resource.answer(grant.person, asked)
  if (answer === undefined) throw new Refusal('not_found', 'There is no such thing.', 404)
  return answer
}
