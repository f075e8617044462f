import { oncePer } from '../../base/once.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/types.ts'
import { findSecureUrl, isLoopback } from './secure-url.ts'
import { readDocument } from './discovery-document.ts'
import type { DiscoveryDocument } from './discovery-document.ts'
import { endpointUrl } from './endpoints.ts'
import { quote, refusal, toldTo } from './oauth-errors.ts'
import { guardedFetch } from './oauth-fetch.ts'
import { isIssuerOf } from './issuer.ts'
import { readJsonAnswer } from './json-response.ts'
import { documentsFor } from './document-cache.ts'
import type { ResolvedOAuthProvider, Server } from './resolved-oauth-provider.ts'

const toServer = (provider: ResolvedOAuthProvider, issuer: string | undefined, metadata: DiscoveryDocument): Server => {
  const isOwn = provider.discovery !== undefined && isLoopback(provider.discovery)
  const published = (text: string | undefined): URL | undefined => {
    const url = findSecureUrl(text)
    // A document from elsewhere must not send this server's calls to this server: nothing here expects them.
    return url !== undefined && isLoopback(url) && !isOwn ? undefined : url
  }
  return Object.freeze({
    issuer,
    authorization: endpointUrl(provider.authorization, published(metadata.authorization_endpoint)),
    token: endpointUrl(provider.token, published(metadata.token_endpoint)),
    userinfo: endpointUrl(provider.userinfo, published(metadata.userinfo_endpoint)),
    keys: provider.keysUrl ?? published(metadata.jwks_uri),
    pushed: published(metadata.pushed_authorization_request_endpoint),
    insistsOnPush: metadata.require_pushed_authorization_requests === true,
    sendsIssuer: metadata.authorization_response_iss_parameter_supported === true,
    idTokenAlgorithms: metadata.id_token_signing_alg_values_supported,
    authMethods: metadata.token_endpoint_auth_methods_supported,
  })
}

/** The document's own issuer, which ID tokens have to name letter for letter. */
const readIssuer = (provider: ResolvedOAuthProvider, metadata: DiscoveryDocument): string => {
  const { issuer } = metadata
  if (typeof issuer !== 'string' || !URL.canParse(issuer)) throw refusal(provider.id, 'discovery', 'no issuer')
  if (!isIssuerOf(provider, issuer)) {
    throw refusal(provider.id, 'discovery', 'another issuer', { expected: provider.issuer, found: quote(issuer) })
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
  return readDocument(await readJsonAnswer(provider.id, 'discovery', response))
}

/** Judged by each provider for itself, once for each document. */
const serverOf = oncePer((provider: ResolvedOAuthProvider) =>
  oncePer((metadata: DiscoveryDocument) => toServer(provider, readIssuer(provider, metadata), metadata)),
)

const undiscovered = oncePer((provider: ResolvedOAuthProvider) => toServer(provider, provider.issuer, {}))

/** The provider's server. Asks for the discovery document when the entry leaves something open and none is at hand. */
export const findServer = async (provider: ResolvedOAuthProvider, runtime: Runtime): Promise<Server> => {
  const { discovery } = provider
  if (discovery === undefined) return undiscovered(provider)
  const source = { now: runtime.now, load: () => loadDocument(provider, discovery, runtime) }
  try {
    // A document that nobody takes for its issuer's is as good as none: it is not kept.
    return await documentsFor(provider, runtime).discovery(discovery)(source, serverOf(provider))
  } catch (error) {
    throw toldTo(provider.id, error)
  }
}

/** An address the server has to have for what we are about to do. */
export const needAddress = (provider: ResolvedOAuthProvider, name: string, url: URL | undefined): URL => {
  if (url !== undefined) return url
  throw new InvalidConfig(`Provider "${provider.id}" has no ${name} endpoint, and its server publishes no safe one`, {
    provider: provider.id,
    endpoint: name,
  })
}
