import { oncePer } from '../../base/once.ts'
import { HOUR } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/types.ts'
import { isLoopback, parseSafeUrl } from '../../web/safe-url.ts'
import { readDocument } from './discovery-document.ts'
import type { DiscoveryDocument } from './discovery-document.ts'
import { endpointUrl } from './endpoints.ts'
import { excerpt, forProvider, invalidResponse } from './oauth-errors.ts'
import { guardedFetch, readJsonResponse } from './provider-http.ts'
import { matchesConfiguredIssuer } from './issuer.ts'
import { cacheFor, sharedByAddress } from './shared-cache.ts'
import type { ResolvedOAuthProvider, ServerMetadata } from './resolved-oauth-provider.ts'

/** Milliseconds for which a discovery document is used. */
const DISCOVERY_LIFETIME = HOUR * 1000

const toServerMetadata = (
  provider: ResolvedOAuthProvider,
  issuer: string | undefined,
  document: DiscoveryDocument,
): ServerMetadata => {
  const isLocal = provider.discovery !== undefined && isLoopback(provider.discovery)
  const published = (text: string | undefined): URL | undefined => {
    const url = parseSafeUrl(text)
    // A document of a remote server must not direct requests to services of this machine (SSRF).
    return url !== undefined && isLoopback(url) && !isLocal ? undefined : url
  }
  return Object.freeze({
    issuer,
    authorization: endpointUrl(provider.authorization, published(document.authorization_endpoint)),
    token: endpointUrl(provider.token, published(document.token_endpoint)),
    userinfo: endpointUrl(provider.userinfo, published(document.userinfo_endpoint)),
    jwksUri: provider.jwksUri ?? published(document.jwks_uri),
    pushedAuthorization: published(document.pushed_authorization_request_endpoint),
    requiresPushedAuthorization: document.require_pushed_authorization_requests === true,
    sendsIssuer: document.authorization_response_iss_parameter_supported === true,
    idTokenAlgorithms: document.id_token_signing_alg_values_supported,
    authMethods: document.token_endpoint_auth_methods_supported,
  })
}

/** The issuer that the document publishes. ID tokens must name it letter for letter. */
const readIssuer = (provider: ResolvedOAuthProvider, { issuer }: DiscoveryDocument): string => {
  if (typeof issuer !== 'string' || !URL.canParse(issuer)) throw invalidResponse(provider.id, 'discovery', 'no issuer')
  if (!matchesConfiguredIssuer(provider, issuer)) {
    throw invalidResponse(provider.id, 'discovery', 'another issuer', {
      expected: provider.issuer,
      found: excerpt(issuer),
    })
  }
  return issuer
}

const loadDocument = async (
  provider: ResolvedOAuthProvider,
  url: URL,
  runtime: Runtime,
): Promise<DiscoveryDocument> => {
  const fetch = guardedFetch(provider, 'discovery', runtime)
  const response = await fetch(url.href, { headers: { accept: 'application/json' } })
  return readDocument(await readJsonResponse(provider.id, 'discovery', response))
}

/** Each provider validates a shared document for itself, once per document. */
const metadataOf = oncePer((provider: ResolvedOAuthProvider) =>
  oncePer((document: DiscoveryDocument) => toServerMetadata(provider, readIssuer(provider, document), document)),
)

const withoutDiscovery = oncePer((provider: ResolvedOAuthProvider) => toServerMetadata(provider, provider.issuer, {}))

const documentAt = sharedByAddress(() => cacheFor<DiscoveryDocument>(DISCOVERY_LIFETIME))

/** The metadata of the provider's server. Fetches the discovery document if the config needs it and none is cached. */
export const findServerMetadata = async (
  provider: ResolvedOAuthProvider,
  runtime: Runtime,
): Promise<ServerMetadata> => {
  const { discovery } = provider
  if (discovery === undefined) return withoutDiscovery(provider)
  const load = () => loadDocument(provider, discovery, runtime)
  try {
    return await documentAt(provider, discovery, runtime)(runtime.now, load, metadataOf(provider))
  } catch (error) {
    throw forProvider(provider.id, error)
  }
}

/** Return an endpoint's URL, or throw `InvalidConfig` if neither the config nor the server names it. */
export const requireEndpoint = (provider: ResolvedOAuthProvider, name: string, url: URL | undefined): URL => {
  if (url !== undefined) return url
  throw new InvalidConfig(`Provider "${provider.id}" has no ${name} endpoint, and its server publishes no safe one`, {
    provider: provider.id,
    endpoint: name,
  })
}
