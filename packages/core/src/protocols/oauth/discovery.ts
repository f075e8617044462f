import type { JsonObject } from '../../base/json.ts'
import { parseSafeUrl, isLoopback } from '../../web/redirect-target.ts'
import { oncePer } from '../../base/async.ts'
import { variableName } from '../../base/text.ts'
import { HOUR } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/engine.ts'
import { matchesConfiguredIssuer } from './issuer.ts'
import { endpointUrl } from './provider-options.ts'
import { excerpt, fetchJson, forProvider, invalidResponse, type Evidence } from './provider-http.ts'
import { quote } from '../../errors/describe-error.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'
import { isWithin, shareCalls, sharedByAddress } from './shared-cache.ts'

/** Servers refuse longer addresses. */
const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 2048 ? value : undefined

const readUrl = (value: unknown): URL | undefined => parseSafeUrl(readText(value))

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= 64

const readNames = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter(isName).slice(0, 100) : undefined

/** Read a discovery document (RFC 8414 §2). Other members are dropped: the cache may hold one for each tenant. */
export const readDocument = (document: JsonObject) => ({
  issuer: readText(document['issuer']),
  authorization: readUrl(document['authorization_endpoint']),
  token: readUrl(document['token_endpoint']),
  userinfo: readUrl(document['userinfo_endpoint']),
  jwksUri: readUrl(document['jwks_uri']),
  pushedAuthorization: readUrl(document['pushed_authorization_request_endpoint']),
  requiresPushedAuthorization: document['require_pushed_authorization_requests'] === true,
  /** Whether every authorization response has `iss` (RFC 9207 §3). */
  sendsIssuer: document['authorization_response_iss_parameter_supported'] === true,
  idTokenAlgorithms: readNames(document['id_token_signing_alg_values_supported']),
  authMethods: readNames(document['token_endpoint_auth_methods_supported']),
})

/** The metadata of the authorization server. Configured values replace published ones. */
export type ServerMetadata = Readonly<ReturnType<typeof readDocument>>

const toServerMetadata = (provider: ResolvedOAuthProvider, published: ServerMetadata): ServerMetadata => {
  const isLocal = provider.discovery !== undefined && isLoopback(provider.discovery)
  // A document of a remote server must not direct requests to services of this machine (SSRF).
  const allowed = (url: URL | undefined) => (url !== undefined && isLoopback(url) && !isLocal ? undefined : url)
  return Object.freeze({
    ...published,
    authorization: endpointUrl(provider.authorization, allowed(published.authorization)),
    token: endpointUrl(provider.token, allowed(published.token)),
    userinfo: endpointUrl(provider.userinfo, allowed(published.userinfo)),
    jwksUri: provider.jwksUri ?? allowed(published.jwksUri),
    pushedAuthorization: allowed(published.pushedAuthorization),
  })
}

/** Each provider validates a shared document for itself, once per document. */
const metadataOf = oncePer((provider: ResolvedOAuthProvider) =>
  oncePer((published: ServerMetadata) => {
    const { issuer } = published
    if (issuer === undefined || !URL.canParse(issuer)) throw invalidResponse(provider.id, 'discovery', 'no issuer')
    if (matchesConfiguredIssuer(provider, issuer)) return toServerMetadata(provider, published)
    const evidence = { expected: provider.issuer, found: excerpt(issuer) }
    throw invalidResponse(provider.id, 'discovery', 'another issuer', evidence)
  }),
)

const withoutDiscovery = oncePer((provider: ResolvedOAuthProvider) =>
  toServerMetadata(provider, { ...readDocument({}), issuer: provider.issuer }),
)

/** A document is cached for an hour, once one caller has accepted it: `validate` may throw. */
const documentAt = sharedByAddress((connection, url, runtime) => {
  let cached: { readonly document: ServerMetadata; readonly since: number } | undefined
  const load = shareCalls(async () => {
    const document = readDocument(await fetchJson(connection, 'discovery', url, runtime))
    return { document, since: runtime.now() }
  })
  return async <Valid>(validate: (document: ServerMetadata) => Valid): Promise<Valid> => {
    const loaded = cached !== undefined && isWithin(runtime, cached.since, HOUR * 1000) ? cached : await load()
    const valid = validate(loaded.document)
    cached = loaded
    return valid
  }
})

/** What the developer can do if the document cannot be read, or names another issuer. */
const discoveryFix = (
  { entryId, issuer, discovery }: ResolvedOAuthProvider,
  { expected, found: published }: Evidence,
): string => {
  const where = `${variableName(entryId, 'issuer')} or the option issuer`
  if (expected !== undefined)
    return `Change ${where} from ${quote(expected)} to ${quote(published)}, if that is the one you mean`
  const found = issuer === undefined ? '' : `, which is ${quote(issuer)}`
  return `Open ${discovery?.href} from this server. If there is no JSON, correct ${where}${found}`
}

/** The metadata of the provider's server. Fetches the discovery document if the config needs it and none is cached. */
export const findServerMetadata = async (provider: ResolvedOAuthProvider, runtime: Runtime) => {
  if (provider.discovery === undefined) return withoutDiscovery(provider)
  try {
    return await documentAt(provider, provider.discovery, runtime)(metadataOf(provider))
  } catch (error) {
    throw forProvider(provider.id, error, (evidence) => discoveryFix(provider, evidence))
  }
}

export const requireEndpoint = (provider: ResolvedOAuthProvider, name: string, url: URL | undefined): URL => {
  if (url !== undefined) return url
  const problem = `Provider "${provider.id}" has no ${name} endpoint, and its server publishes no safe one`
  const option = name === 'keys' ? 'jwks_endpoint' : name
  const fix = `Set the option ${option} of provider "${provider.id}" to the address in the documentation of the provider`
  throw new InvalidConfig(problem, { provider: provider.id, endpoint: name, fix })
}
