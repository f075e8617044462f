import { defined } from '../../base/record.ts'
import { narrowAcr } from './assurance.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { isReserved } from './reserved-parameters.ts'

/** What ties the answer to this attempt. */
export interface Protections {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | undefined
  readonly challenge: string | undefined
}

const DEFAULT_SCOPE = 'openid profile email'

/**
 * What servers call the authorization code flow: RFC 6749 §4.1.1, and Azure DevOps by a word of its own. No other answer
 * is asked for, because tokens would come through the browser (RFC 9700 §2.1.2).
 */
const CODE_FLOWS: ReadonlySet<string> = new Set(['code', 'Assertion'])

const free = (parameters: Iterable<readonly [string, string]>): [string, string][] =>
  [...parameters].filter(([name]) => !isReserved(name)).map(([name, value]) => [name, value])

/** OpenID Connect Core §3.1.2.1: without `openid` the answer would hold no ID token. Plain OAuth has no default scope. */
const setScope = (provider: ResolvedOAuthProvider, parameters: URLSearchParams, usual: string): void => {
  if (provider.type !== 'oidc') return
  const scope = parameters.get('scope') ?? usual
  parameters.set('scope', scope.split(' ').includes('openid') ? scope : `openid ${scope}`.trim())
}

/** Whole seconds (OpenID Connect Core §3.1.2.1), or `undefined`. */
export const readMaxAge = (text: string | null): number | undefined =>
  text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined

/** The sign-in request may ask for a fresher sign-in at the provider than the owner does, not for an older one. */
const setMaxAge = (provider: ResolvedOAuthProvider, parameters: URLSearchParams): void => {
  const asked = [provider.client.maxAge, readMaxAge(parameters.get('max_age'))].filter((age) => age !== undefined)
  if (asked.length === 0) parameters.delete('max_age')
  else parameters.set('max_age', String(Math.min(...asked)))
}

/** The classes that the owner accepts, unless the entry's own parameters name some; those that the request narrows them to. */
const setAcr = (
  { assurance }: ResolvedOAuthProvider,
  endpoint: URL,
  asked: string | undefined,
  parameters: URLSearchParams,
): void => {
  if (assurance.acr === undefined) return
  const usual = endpoint.searchParams.get('acr_values') ?? assurance.acr.join(' ')
  parameters.set('acr_values', narrowAcr(assurance, asked)?.join(' ') ?? usual)
}

const setReserved = (provider: ResolvedOAuthProvider, protections: Protections, parameters: URLSearchParams): void => {
  const { nonce, challenge } = protections
  const own = provider.authorization.parameters
  const type = own.get('response_type') ?? 'code'
  const reserved = defined({
    response_type: CODE_FLOWS.has(type) ? type : 'code',
    client_id: provider.client.id,
    redirect_uri: protections.redirectUri,
    response_mode: own.get('response_mode'),
    state: protections.state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: challenge === undefined ? undefined : 'S256',
  })
  for (const [name, value] of Object.entries(reserved)) parameters.set(name, value)
}

/** The owner's own last word on the parameters; it has none on the reserved ones and on `openid`. */
const askHook = async (provider: ResolvedOAuthProvider, parameters: URLSearchParams): Promise<URLSearchParams> => {
  const { request } = provider.authorization
  if (request === undefined) return parameters
  const copy = new URLSearchParams(parameters)
  const response = (await request({ params: copy, provider: provider.shown })) ?? copy
  return new URLSearchParams(free(response))
}

/**
 * The parameters of the authorization request, later ones over earlier: the endpoint's own, the entry's, the sign-in
 * request's, and at last those that nobody else sets.
 */
export const buildAuthorizationParameters = async (
  provider: ResolvedOAuthProvider,
  endpoint: URL,
  asked: Readonly<Record<string, string>>,
  protections: Protections,
): Promise<URLSearchParams> => {
  const parameters = new URLSearchParams(free(endpoint.searchParams))
  for (const [name, value] of free(Object.entries(asked))) {
    // Some providers know the client by another name than `client_id`.
    if (parameters.get(name) !== provider.client.id) parameters.set(name, value)
  }
  setMaxAge(provider, parameters)
  setAcr(provider, endpoint, asked['acr_values'], parameters)
  setScope(provider, parameters, DEFAULT_SCOPE)
  setReserved(provider, protections, parameters)
  const own = await askHook(provider, parameters)
  setReserved(provider, protections, own)
  setScope(provider, own, 'openid')
  return own
}
