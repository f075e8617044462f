import type { TokenSet, Profile } from '../../types/user.ts'
import type {
  AuthorizationEndpointHandler,
  Client,
  ClientAuthMethod,
  ClientPrivateKey,
  OAuthConfig,
  OAuthProviderButtonStyles,
  ProfileCallback,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../../types/providers.ts'
import type { Assurance } from './assurance.ts'
import type { ProviderConnection } from './provider-http.ts'

/** The checks that an application can leave out. `state` is always checked. */
export type RemovableCheck = 'pkce' | 'nonce'

/** Whether a login that a third party initiates shows a page first (OpenID Connect Core §4). */
export type ThirdPartyLogin = 'confirm' | 'immediate'

/** How the client is registered at the provider. */
export interface ResolvedClient {
  readonly id: string
  readonly secret: string | undefined
  readonly privateKey: ClientPrivateKey | undefined
  /** As configured. If `undefined`, the metadata of the server decides between basic and post. */
  readonly method: ClientAuthMethod | undefined
  readonly metadata: Readonly<Partial<Client>>
  /** Seconds since the user authenticated at the provider, at most. */
  readonly maxAge: number | undefined
}

/** An endpoint of the config: its address without parameters, if the config has one, and its parameters. */
export interface Endpoint {
  readonly url: URL | undefined
  readonly parameters: ReadonlyMap<string, string>
}

/** The metadata of the authorization server (RFC 8414). Configured values replace published ones. */
export interface ServerMetadata {
  readonly issuer: string | undefined
  readonly authorization: URL | undefined
  readonly token: URL | undefined
  readonly userinfo: URL | undefined
  readonly jwksUri: URL | undefined
  readonly pushedAuthorization: URL | undefined
  readonly requiresPushedAuthorization: boolean
  /** Whether every authorization response has `iss` (RFC 9207 §3). */
  readonly sendsIssuer: boolean
  readonly idTokenAlgorithms: readonly string[] | undefined
  readonly authMethods: readonly string[] | undefined
}

/** An OAuth or OIDC provider with merged options, defaults and checked addresses. */
export interface ResolvedOAuthProvider extends ProviderConnection {
  readonly name: string
  readonly type: 'oauth' | 'oidc'
  readonly client: ResolvedClient
  readonly issuer: string | undefined
  /** The claims that fill the placeholders of the published issuer. */
  readonly issuerClaims: Readonly<Record<string, string>> | undefined
  /** The address of the discovery document, if it is needed. */
  readonly discovery: URL | undefined
  readonly jwksUri: URL | undefined
  readonly authorization: Endpoint & Pick<AuthorizationEndpointHandler, 'request' | 'response'>
  readonly token: Endpoint & Pick<TokenEndpointHandler, 'request' | 'conform'>
  readonly userinfo: Endpoint & Pick<UserinfoEndpointHandler, 'request' | 'conform' | 'method' | 'headers'>
  /** Whether to push authorization requests. If `undefined`, they are pushed if the server supports it. */
  readonly pushesAuthorization: boolean | undefined
  readonly responseMode: 'query' | 'form_post'
  readonly checks: Readonly<Record<RemovableCheck, boolean>>
  readonly removedChecks: readonly RemovableCheck[]
  readonly assurance: Assurance
  /** Audiences that an ID token may have besides this client. */
  readonly trustedAudiences: readonly string[] | 'any'
  /** How to handle a login that the provider initiates. If `undefined`, it is refused. */
  readonly thirdPartyLogin: ThirdPartyLogin | undefined
  /** Whether the profile comes from the userinfo endpoint. */
  readonly usesUserinfo: boolean
  readonly allowDangerousEmailAccountLinking: boolean
  /** The redirect URI at the redirect proxy. */
  readonly redirectProxyUrl?: string
  readonly style?: OAuthProviderButtonStyles
  readonly profile: ProfileCallback<Profile>
  readonly emailVerified: (profile: Profile) => boolean
  /** Whether the config has `emailVerified`. If so, an address it does not confirm is unverified. */
  readonly hasEmailVerified: boolean
  /** The members of the tokens that are stored with the account. */
  readonly account: (tokens: TokenSet) => TokenSet | undefined
  /** The provider entry with its options merged. */
  readonly config: OAuthConfig
  /** The provider that hooks receive. */
  readonly hookContext: object
}
