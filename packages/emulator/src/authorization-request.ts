import { credentialsOf } from './credentials.ts'
import type { Grant } from './grants.ts'
import { isLoopback } from './loopback.ts'
import type { Person } from './person.ts'
import type { ProviderMock } from './provider-mock.ts'
import { ProviderError } from './provider-error.ts'

/** A valid authorization request. */
export interface AuthorizationRequest {
  readonly mock: ProviderMock
  readonly query: URLSearchParams
  readonly redirectUri: URL
  readonly mode: 'query' | 'form_post'
}

/** The mock at which the requesting application is registered. Throws a `ProviderError` when there is none. */
export const findMock = (mocks: readonly ProviderMock[], query: URLSearchParams): ProviderMock => {
  const clientId = query.get('client_id') ?? ''
  const mock = mocks.find(({ id }) => credentialsOf(id).clientId === clientId)
  if (mock !== undefined) return mock
  const known = mocks.map(({ id }) => `"${credentialsOf(id).clientId}"`).join(' or ')
  throw new ProviderError('invalid_client', `client_id is "${clientId}". It must be ${known}.`)
}

/** The emulator redirects to this machine only, so that no other application comes to trust an emulated provider. */
const readRedirect = (query: URLSearchParams): URL => {
  const text = query.get('redirect_uri') ?? ''
  if (!URL.canParse(text)) throw new ProviderError('invalid_request', `redirect_uri "${text}" is not a URL.`)
  const url = new URL(text)
  if (isLoopback(url) && /^https?:$/.test(url.protocol)) return url
  throw new ProviderError(
    'invalid_request',
    `The emulator does not redirect to ${url.protocol}//${url.hostname}. It serves this machine only.`,
  )
}

const requireEqual = (query: URLSearchParams, wanted: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(wanted)) {
    const given = query.get(name)
    if (given === value) continue
    throw new ProviderError(
      'invalid_request',
      `${name} must be "${value}" and is ${given === null ? 'missing' : `"${given}"`}.`,
    )
  }
}

const requireScope = ({ authorization }: ProviderMock, query: URLSearchParams): void => {
  const given = (query.get('scope') ?? '').split(authorization.separator ?? ' ').filter((scope) => scope !== '')
  const missing = authorization.scope?.find((scope) => !given.includes(scope))
  if (missing !== undefined) throw new ProviderError('invalid_scope', `The scope "${missing}" was not requested.`)
  const { scopes = given } = authorization
  const unknown = given.find((scope) => !scopes.includes(scope))
  if (unknown !== undefined) throw new ProviderError('invalid_scope', `There is no scope "${unknown}".`)
}

const checkChallenge = ({ authorization }: ProviderMock, query: URLSearchParams): void => {
  const { pkce = 'checked' } = authorization
  const has = query.has('code_challenge')
  if (pkce === 'unsupported' && has)
    throw new ProviderError('invalid_request', 'This provider does not accept code_challenge.')
  if (pkce === 'required' && !has) throw new ProviderError('invalid_request', 'code_challenge is missing (RFC 7636).')
  if (has && query.get('code_challenge_method') !== 'S256') {
    throw new ProviderError('invalid_request', 'code_challenge_method must be S256.')
  }
}

/** Validates an authorization request as the provider does. Throws a `ProviderError`. */
export const readAuthorizationRequest = (
  mocks: readonly ProviderMock[],
  query: URLSearchParams,
): AuthorizationRequest => {
  const mock = findMock(mocks, query)
  const redirectUri = readRedirect(query)
  requireEqual(query, { response_type: 'code', ...mock.authorization.parameters })
  if (!query.get('state')) throw new ProviderError('invalid_request', 'state is missing.')
  if (mock.openid !== undefined && !(query.get('scope') ?? '').split(' ').includes('openid')) {
    throw new ProviderError('invalid_scope', 'The scope "openid" was not requested.')
  }
  requireScope(mock, query)
  checkChallenge(mock, query)
  const mode = query.get('response_mode') ?? mock.authorization.mode ?? 'query'
  return { mock, query, redirectUri, mode: mode === 'form_post' ? 'form_post' : 'query' }
}

/** What the user agreed to. */
export const grantFor = ({ mock, query }: AuthorizationRequest, person: Person): Grant => ({
  mock,
  person,
  redirectUri: query.get('redirect_uri') ?? '',
  scope: query.get('scope') ?? '',
  query,
  nonce: query.get('nonce') ?? undefined,
  challenge: mock.authorization.pkce === 'ignored' ? undefined : (query.get('code_challenge') ?? undefined),
})

/** The parameters of every response, a denial included. */
const commonParameters = ({ mock: { authorization }, query }: AuthorizationRequest) => ({
  state: query.get('state') ?? '',
  ...(authorization.iss === undefined ? {} : { iss: authorization.iss }),
})

/** The parameters of a successful response. */
export const authorizationResponse = (request: AuthorizationRequest, person: Person, code: string): URLSearchParams =>
  new URLSearchParams({ ...request.mock.authorization.response?.(person), code, ...commonParameters(request) })

export const denialResponse = (request: AuthorizationRequest): URLSearchParams =>
  new URLSearchParams({
    error: request.mock.authorization.denial ?? 'access_denied',
    error_description: 'The user denied the request.',
    ...commonParameters(request),
  })
