import type { ServerResponse } from 'node:http'
import { authorize } from './authorize.ts'
import { sendResponse } from './exchange.ts'
import type { Grants } from './grants.ts'
import { discoveryUrl, jwksUrl, discoveryDocument, signResponse, type Keys } from './openid.ts'
import type { MockRequest, ProviderMock } from './provider-mock.ts'
import { resourceResponse, findGrant, matchResource } from './resource.ts'
import { ProviderError } from './provider-error.ts'
import { tokenResponse } from './token-endpoint.ts'

/** The emulated providers and what they store. */
export interface EmulatorState {
  readonly mocks: readonly ProviderMock[]
  readonly grants: Grants
  readonly keys: Keys
}

const JSON_TYPE = 'application/json'

const isAt = (address: URL, written: string): boolean => {
  const url = new URL(written)
  return url.host === address.host && url.pathname === address.pathname
}

/** A document of an OpenID Provider: its discovery document or its keys. */
const findDocument = ({ mocks, keys }: EmulatorState, address: URL): unknown => {
  for (const mock of mocks) {
    const { openid } = mock
    if (openid === undefined) continue
    if (isAt(address, discoveryUrl(openid))) return discoveryDocument(mock, openid)
    if (isAt(address, jwksUrl(openid))) return keys.published
  }
  return undefined
}

const findResource = async (
  { mocks, grants, keys }: EmulatorState,
  address: URL,
  request: MockRequest,
): Promise<{ type: string; body: unknown } | undefined> => {
  let exists = false
  for (const resource of mocks.flatMap(({ resources = [] }) => resources)) {
    const path = matchResource(resource, address)
    if (path === undefined) continue
    exists = true
    const grant = findGrant(grants, resource, { ...request, path })
    if (grant === undefined) continue
    const body = resourceResponse(resource, grant, { ...request, path })
    if (resource.signed === true) return { type: 'application/jwt', body: await signResponse(keys, grant, body) }
    return { type: resource.type ?? JSON_TYPE, body }
  }
  if (exists) throw new ProviderError('invalid_token', 'The access token is unknown.', 401)
  return undefined
}

/** Responds to a request for an address of one of the providers. Throws a `ProviderError`. */
export const handleProviderRequest = async (
  state: EmulatorState,
  address: URL,
  request: MockRequest,
  response: ServerResponse,
): Promise<void> => {
  const { mocks, grants, keys } = state
  const authorizing = mocks.filter(({ authorization }) => isAt(address, authorization.url))
  const isAuthorization = request.query.has('client_id') && request.query.has('redirect_uri')
  if (authorizing.length > 0 && isAuthorization) return authorize(authorizing, grants, request, response)
  const granting = mocks.filter(({ token }) => isAt(address, token.url))
  if (granting.length > 0) {
    const { type, body } = await tokenResponse(granting, grants, keys, request)
    return sendResponse(response, 200, type, body)
  }
  const document = findDocument(state, address)
  if (document !== undefined) return sendResponse(response, 200, JSON_TYPE, document)
  const found = await findResource(state, address, request)
  if (found === undefined) throw new ProviderError('not_found', `No provider serves ${address.href}.`, 404)
  sendResponse(response, 200, found.type, found.body)
}
