import { defined } from '../../base/json.ts'
import { narrowAcr } from './assurance.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/** The parameters that bind the authorization response to this attempt. */
interface Protections {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | undefined
  readonly challenge: string | undefined
}

/**
 * Parameters that carry the protections of the flow. Only this library sets them: the sign-in request, the provider
 * entry and hooks cannot (RFC 9700 §4.7). RFC 9101 request objects are reserved because they would replace all other
 * parameters.
 */
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

/** Whether only this library sets a parameter. Includes spellings that a lenient server may read as a reserved name. */
const isReserved = (name: string): boolean =>
  !NAME.test(name) || RESERVED.has(name.toLowerCase().replace(/[.:-]/g, '_'))

const withoutReserved = (parameters: Iterable<readonly [string, string]>): [string, string][] =>
  [...parameters].filter(([name]) => !isReserved(name)).map(([name, value]) => [name, value])

const DEFAULT_SCOPE = 'openid profile email'

/**
 * Values of `response_type` for the authorization code flow: `code` (RFC 6749 §4.1.1), and `Assertion` at Azure DevOps.
 * Other flows are not used, because they send tokens through the browser (RFC 9700 §2.1.2).
 */
const CODE_FLOWS: ReadonlySet<string> = new Set(['code', 'Assertion'])

/** OpenID Connect Core §3.1.2.1: without `openid` there is no ID token. Plain OAuth has no default scope. */
const setScope = (provider: ResolvedOAuthProvider, parameters: URLSearchParams, defaultScope: string): void => {
  if (provider.type !== 'oidc') return
  const scope = parameters.get('scope') ?? defaultScope
  parameters.set('scope', scope.split(' ').includes('openid') ? scope : `openid ${scope}`.trim())
}

/** Read `max_age`: whole seconds (OpenID Connect Core §3.1.2.1), or `undefined`. */
export const readMaxAge = (text: string | null): number | undefined =>
  text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined

/** The sign-in request may ask for a more recent authentication than the config, never for an older one. */
const setMaxAge = (provider: ResolvedOAuthProvider, parameters: URLSearchParams): void => {
  const ages = [provider.client.maxAge, readMaxAge(parameters.get('max_age'))].filter((age) => age !== undefined)
  if (ages.length === 0) parameters.delete('max_age')
  else parameters.set('max_age', String(Math.min(...ages)))
}

/** Request the classes that the sign-in request selects, else those of the endpoint, else all of `requiredAcr`. */
const setAcr = (
  { assurance }: ResolvedOAuthProvider,
  endpoint: URL,
  requested: string | undefined,
  parameters: URLSearchParams,
): void => {
  if (assurance.acr === undefined) return
  const defaultValues = endpoint.searchParams.get('acr_values') ?? assurance.acr.join(' ')
  parameters.set('acr_values', narrowAcr(assurance, requested)?.join(' ') ?? defaultValues)
}

const setReserved = (provider: ResolvedOAuthProvider, protections: Protections, parameters: URLSearchParams): void => {
  const { nonce, challenge } = protections
  const configured = provider.authorization.parameters
  const type = configured.get('response_type') ?? 'code'
  const reserved = defined({
    response_type: CODE_FLOWS.has(type) ? type : 'code',
    client_id: provider.client.id,
    redirect_uri: protections.redirectUri,
    response_mode: configured.get('response_mode'),
    state: protections.state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: challenge === undefined ? undefined : 'S256',
  })
  for (const [name, value] of Object.entries(reserved)) parameters.set(name, value)
}

/** Let the hook `authorization.request` change the parameters, except the reserved ones. */
const callHook = async (provider: ResolvedOAuthProvider, parameters: URLSearchParams): Promise<URLSearchParams> => {
  const { request } = provider.authorization
  if (request === undefined) return parameters
  const copy = new URLSearchParams(parameters)
  const changed = (await request({ params: copy, provider: provider.hookContext })) ?? copy
  return new URLSearchParams(withoutReserved(changed))
}

/**
 * Build the parameters of the authorization request. Later sources win: the endpoint's own parameters, those of the
 * sign-in request, the hook, and last the reserved ones. The hook cannot remove `openid` from an OIDC scope.
 */
export const buildAuthorizationParameters = async (
  provider: ResolvedOAuthProvider,
  endpoint: URL,
  requested: Readonly<Record<string, string>>,
  protections: Protections,
): Promise<URLSearchParams> => {
  const parameters = new URLSearchParams(withoutReserved(endpoint.searchParams))
  for (const [name, value] of withoutReserved(Object.entries(requested))) {
    // Some providers send the client id under another name than `client_id`; a request must not replace it.
    if (parameters.get(name) !== provider.client.id) parameters.set(name, value)
  }
  setMaxAge(provider, parameters)
  setAcr(provider, endpoint, requested['acr_values'], parameters)
  setScope(provider, parameters, DEFAULT_SCOPE)
  setReserved(provider, protections, parameters)
  const changed = await callHook(provider, parameters)
  setReserved(provider, protections, changed)
  setScope(provider, changed, 'openid')
  return changed
}
