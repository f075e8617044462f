import { createHash } from 'node:crypto'
import { credentialsOf } from './credentials.ts'
import type { Grant, Grants } from './grants.ts'
import { requireHeaders } from './headers.ts'
import { signIdToken, type Keys } from './openid.ts'
import type { MockRequest, ClientAuthMethod, Json, ProviderMock } from './provider-mock.ts'
import { ProviderError } from './provider-error.ts'

const readJson = (text: string): URLSearchParams => {
  try {
    const value: unknown = JSON.parse(text)
    return new URLSearchParams(value as Record<string, string>)
  } catch {
    throw new ProviderError('invalid_request', 'The body must be JSON.')
  }
}

/** The request parameters under their standard names. */
const readParameters = ({ token }: ProviderMock, request: MockRequest): URLSearchParams => {
  if (request.method !== (token.method ?? 'POST'))
    throw new ProviderError('invalid_request', `The method must not be ${request.method}.`, 405)
  const type = request.headers['content-type'] ?? ''
  const { body: accepted = 'form' } = token
  const body = accepted === 'either' ? (type.startsWith('application/json') ? 'json' : 'form') : accepted
  const wanted = body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  if (body !== 'query' && !type.startsWith(wanted))
    throw new ProviderError('invalid_request', `The body must be ${wanted}.`)
  const given =
    body === 'query' ? request.query : body === 'json' ? readJson(request.body) : new URLSearchParams(request.body)
  for (const [standard, own] of Object.entries(token.names ?? {})) {
    const value = given.get(own)
    if (value === null) throw new ProviderError('invalid_request', `${own} is missing.`)
    given.set(standard, value)
  }
  return given
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they become a user name and a password. */
const readBasic = (header: string | undefined): readonly [string, string] | undefined => {
  const match = /^Basic ([\w+/]+=*)$/.exec(header ?? '')
  if (match === null) return undefined
  const [id = '', secret = ''] = Buffer.from(match[1] ?? '', 'base64')
    .toString()
    .split(':')
  const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
  return [decode(id), decode(secret)]
}

const invalidClient = (reason: string): ProviderError => new ProviderError('invalid_client', reason, 401)

/** The client id, and how the client authenticates with which secret. */
const readClient = (request: MockRequest, given: URLSearchParams) => {
  const basic = readBasic(request.headers['authorization'])
  const secret = given.get('client_secret')
  if (basic !== undefined && secret !== null)
    throw invalidClient('The client must use one authentication method only (RFC 6749 §2.3).')
  if (basic !== undefined) return { id: basic[0], method: 'basic' as ClientAuthMethod, secret: basic[1] }
  const id = given.get('client_id') ?? ''
  const method = secret === null ? 'none' : id === '' ? 'secret' : 'post'
  return { id, method: method as ClientAuthMethod, secret: secret ?? '' }
}

const authenticate = (
  mocks: readonly ProviderMock[],
  request: MockRequest,
): { readonly mock: ProviderMock; readonly given: URLSearchParams } => {
  const candidates = mocks.map((mock) => ({ mock, given: readParameters(mock, request) }))
  for (const { mock, given } of candidates) {
    const { id, method, secret } = readClient(request, given)
    const known = credentialsOf(mock.id)
    if (method === 'secret' ? secret !== known.clientSecret : id !== known.clientId) continue
    if (!mock.token.auth.includes(method))
      throw invalidClient(`The client must authenticate by ${mock.token.auth.join(' or ')}, not by ${method}.`)
    if (method !== 'none' && secret !== known.clientSecret) throw invalidClient('The secret is wrong.')
    return { mock, given }
  }
  throw invalidClient('The client is unknown.')
}

const requireParameters = ({ token }: ProviderMock, given: URLSearchParams): void => {
  for (const [name, value] of Object.entries(token.parameters ?? {})) {
    const sent = given.get(name)
    if (sent === null || (value !== '*' && sent !== value))
      throw new ProviderError('invalid_request', `${name} must be "${value}".`)
  }
}

const exchangeCode = (grants: Grants, mock: ProviderMock, given: URLSearchParams): Grant => {
  const grant = grants.takeCode(given.get('code') ?? '')
  if (grant === undefined || grant.mock.id !== mock.id)
    throw new ProviderError('invalid_grant', 'The code is unknown or was used.')
  const redirectUri = given.get('redirect_uri')
  if (redirectUri !== null && redirectUri !== grant.redirectUri)
    throw new ProviderError('invalid_grant', 'redirect_uri differs from the one of the authorization request.')
  if (grant.challenge === undefined) return grant
  const challenge = createHash('sha256')
    .update(given.get('code_verifier') ?? '')
    .digest('base64url')
  if (challenge !== grant.challenge)
    throw new ProviderError('invalid_grant', 'code_verifier does not match code_challenge (RFC 7636 §4.6).')
  return grant
}

/** Exchanges a code as the provider does. Throws a `ProviderError`. */
export const tokenResponse = async (
  mocks: readonly ProviderMock[],
  grants: Grants,
  keys: Keys,
  request: MockRequest,
): Promise<{ readonly type: string; readonly body: unknown }> => {
  const { mock, given } = authenticate(mocks, request)
  requireHeaders(mock, mock.token.headers, request)
  requireParameters(mock, given)
  const grant = exchangeCode(grants, mock, given)
  const { openid, token } = mock
  const accessToken = grants.issueToken(grant)
  const standard: Json = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: `refresh-of-${grant.person.id}`,
    scope: grant.scope,
    ...(openid === undefined ? {} : { id_token: await signIdToken(keys, openid, grant) }),
  }
  return { type: token.type ?? 'application/json', body: token.response?.(standard, grant.person) ?? standard }
}
