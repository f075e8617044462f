import type { TokenSet, Profile } from '../../types/user.ts'
import type {
  AuthorizationEndpointHandler,
  Client,
  ClientPrivateKey,
  OAuthConfig,
  OAuthProviderButtonStyles,
  ProfileCallback,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../../types/providers.ts'
import type { Assurance } from './assurance.ts'
import type { Endpoint } from './endpoints.ts'
import type { Guarded } from './oauth-fetch.ts'

/** The ways to tell a token endpoint who asks (OpenID Connect Core §9). */
export type ClientAuthMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/** The checks that can be left out. `state` is not among them. */
export type RemovableCheck = 'pkce' | 'nonce'

/** A page asks first, or the browser leaves at once (OpenID Connect Core §4). */
export type ThirdPartyLogin = 'confirm' | 'immediate'

/** How this application is registered at the provider. */
export interface ResolvedClient {
  readonly id: string
  readonly secret: string | undefined
  readonly privateKey: ClientPrivateKey | undefined
  /** As configured; `undefined` lets the server's metadata decide between basic and post. */
  readonly method: ClientAuthMethod | undefined
  readonly metadata: Readonly<Partial<Client>>
  /** Seconds since the person proved who they are to the provider, at most. */
  readonly maxAge: number | undefined
}

/** What is known of the authorization server: what the entry says, and for the rest what the server published. */
export interface Server {
  readonly issuer: string | undefined
  readonly authorization: URL | undefined
  readonly token: URL | undefined
  readonly userinfo: URL | undefined
  readonly keys: URL | undefined
  readonly pushed: URL | undefined
  readonly insistsOnPush: boolean
  /** Whether every authorization response carries `iss` (RFC 9207 §3). */
  readonly sendsIssuer: boolean
  readonly idTokenAlgorithms: readonly string[] | undefined
  readonly authMethods: readonly string[] | undefined
}

/** An OAuth or OIDC provider with options, defaults and addresses worked out. Made without any request. */
export interface ResolvedOAuthProvider extends Guarded {
  readonly name: string
  readonly type: 'oauth' | 'oidc'
  readonly client: ResolvedClient
  readonly issuer: string | undefined
  /** The claims that stand for the gaps in the issuer that the server publishes. */
  readonly issuerClaims: Readonly<Record<string, string>> | undefined
  /** Where the discovery document stands, when something has to be read from it. */
  readonly discovery: URL | undefined
  readonly keysUrl: URL | undefined
  readonly authorization: Endpoint & Pick<AuthorizationEndpointHandler, 'request' | 'response'>
  readonly token: Endpoint & Pick<TokenEndpointHandler, 'request' | 'conform'>
  readonly userinfo: Endpoint & Pick<UserinfoEndpointHandler, 'request' | 'conform' | 'method' | 'headers'>
  /** Whether to push authorization requests; `undefined` leaves it to what the server offers. */
  readonly pushes: boolean | undefined
  readonly responseMode: 'query' | 'form_post'
  readonly checks: Readonly<Record<RemovableCheck, boolean>>
  /** The checks that the owner left out. */
  readonly removed: readonly RemovableCheck[]
  /** How a person has to have signed in at the provider. */
  readonly assurance: Assurance
  /** Whom an ID token may be made out to besides this client. */
  readonly trustedAudiences: readonly string[] | 'any'
  /** What becomes of a sign-in that the provider begins. */
  readonly thirdPartyLogin: ThirdPartyLogin | undefined
  /** Whether the profile is made of the userinfo answer. */
  readonly asksUserinfo: boolean
  readonly allowDangerousEmailAccountLinking: boolean
  /** The redirect URI at the owner's redirect proxy. */
  readonly redirectProxyUrl?: string
  readonly style?: OAuthProviderButtonStyles
  readonly profile: ProfileCallback<Profile>
  readonly emailVerified: (profile: Profile) => boolean
  /** Whether that is the entry's or the owner's own function: then what it does not call proven is unproven. */
  readonly judgesEmail: boolean
  /** The members of the tokens that are stored with the account. */
  readonly account: (tokens: TokenSet) => TokenSet | undefined
  /** The entry with the user's options laid over it. */
  readonly written: OAuthConfig
  /** The same as hooks are shown it. */
  readonly shown: object
}
