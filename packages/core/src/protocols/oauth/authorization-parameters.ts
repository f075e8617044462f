import { defined } from '../../base/json.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'

export interface AuthorizationInput {
  readonly redirectUri: string
  readonly state: string
  readonly nonce?: string | undefined
  readonly challenge?: string | undefined
  /** From the sign-in request. Reserved ones are ignored. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Parameters that only this library sets: they carry the protections of the flow (RFC 9700 §4.7; RFC 9101). */
const RESERVED: ReadonlySet<string> = new Set([
  'client_assertion',
  'client_assertion_type',
  'client_id',
  'client_secret',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'dpop_jkt',
  'nonce',
  'redirect_uri',
  'registration',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'state',
  // Fields of the sign-in form of this library.
  'callbackurl',
  'csrftoken',
  'redirectto',
])

const NAME = /^[\w.:-]{1,64}$/

/** The same for all spellings that a lenient server may read as one name. */
const normalize = (name: string): string => name.toLowerCase().replace(/[.:-]/g, '_')

const withoutReserved = (parameters: Iterable<readonly [string, string]>): [string, string][] =>
  Array.from(parameters, ([name, value]): [string, string] => [name, value]).filter(
    ([name]) => NAME.test(name) && !RESERVED.has(normalize(name)),
  )

/** OpenID Connect Core §3.1.2.1: without `openid` there is no ID token. Plain OAuth has no default scope. */
const setScope = (provider: ResolvedOAuthProvider, parameters: URLSearchParams, defaultScope: string): void => {
  if (provider.type !== 'oidc') return
  const scope = parameters.get('scope') ?? defaultScope
  parameters.set('scope', scope.split(' ').includes('openid') ? scope : `openid ${scope}`.trim())
}

/** Read `max_age`: whole seconds (OpenID Connect Core §3.1.2.1), or `undefined`. */
const readMaxAge = (text: string | null): number | undefined =>
  text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined

/** The accepted classes that a sign-in request asks for. A request can narrow the configured list, never widen it. */
const narrowAcr = ({ requiredAcr = [] }: ResolvedOAuthProvider, requested = ''): readonly string[] | undefined => {
  const values = requested.split(' ')
  const narrowed = requiredAcr.filter((value) => values.includes(value))
  return narrowed.length > 0 ? narrowed : undefined
}

const setReserved = (provider: ResolvedOAuthProvider, input: AuthorizationInput, parameters: URLSearchParams): void => {
  const { redirectUri, state, nonce, challenge } = input
  const configured = provider.authorization.parameters
  const reserved = defined({
    // The code flow, which is `Assertion` at Azure DevOps. Others send tokens through the browser (RFC 9700 §2.1.2).
    response_type: configured.get('response_type') === 'Assertion' ? 'Assertion' : 'code',
    client_id: provider.client.id,
    redirect_uri: redirectUri,
    response_mode: configured.get('response_mode'),
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: challenge === undefined ? undefined : 'S256',
  })
  for (const [name, value] of Object.entries(reserved)) parameters.set(name, value)
}

/** The parameters of the endpoint and of the sign-in request, which replaces those that are open. */
const mergeParameters = (
  provider: ResolvedOAuthProvider,
  endpoint: URL,
  requested: Readonly<Record<string, string>>,
) => {
  const { client, openParameters } = provider
  const parameters = new URLSearchParams(withoutReserved(endpoint.searchParams))
  const configured = new Set([...parameters.keys()].map(normalize))
  for (const [name, value] of withoutReserved(Object.entries(requested))) {
    const isOpen = !configured.has(normalize(name)) || (parameters.has(name) && openParameters.includes(name))
    // Some providers send the client id under another name than `client_id`; a request must not replace it.
    if (isOpen && parameters.get(name) !== client.id) parameters.set(name, value)
  }
  return parameters
}

/** The parameters after the provider's own hook, which cannot change those that are reserved. */
const applyHook = async (provider: ResolvedOAuthProvider, input: AuthorizationInput, parameters: URLSearchParams) => {
  const { authorization, hookContext } = provider
  if (authorization.request === undefined) return parameters
  const params = new URLSearchParams(parameters)
  const changed = (await authorization.request({ params, provider: hookContext })) ?? params
  const allowed = new URLSearchParams(withoutReserved(changed))
  setReserved(provider, input, allowed)
  setScope(provider, allowed, 'openid')
  return allowed
}

/** Build the parameters of the authorization request, and what the ID token must prove. Later sources win. */
export const buildAuthorizationParameters = async (
  provider: ResolvedOAuthProvider,
  endpoint: URL,
  input: AuthorizationInput,
) => {
  const { client, requiredAcr } = provider
  const { parameters: requested } = input
  const parameters = mergeParameters(provider, endpoint, requested)
  // The sign-in request may ask for a more recent authentication than the config, never for an older one.
  const written = [endpoint.searchParams.get('max_age'), requested['max_age'] ?? null].map(readMaxAge)
  const ages = [client.maxAge, ...written].filter((age) => age !== undefined)
  if (ages.length === 0) parameters.delete('max_age')
  else parameters.set('max_age', String(Math.min(...ages)))
  const acr = narrowAcr(provider, requested['acr_values'])
  if (requiredAcr !== undefined) {
    const configured = endpoint.searchParams.get('acr_values') ?? requiredAcr.join(' ')
    parameters.set('acr_values', acr?.join(' ') ?? configured)
  }
  setScope(provider, parameters, 'openid profile email')
  // A request must not repeat a parameter that is set here in a spelling that a lenient provider reads instead.
  for (const name of [...parameters.keys()])
    if (name !== normalize(name) && parameters.has(normalize(name))) parameters.delete(name)
  setReserved(provider, input, parameters)
  const allowed = await applyHook(provider, input, parameters)
  // Plain OAuth has no `auth_time` to check.
  const maxAge = provider.type === 'oidc' ? readMaxAge(allowed.get('max_age')) : undefined
  return { parameters: allowed, ...defined({ maxAge, acr }) }
}
