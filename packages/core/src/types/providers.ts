import type { Awaitable } from '../base/awaitable.ts'
import type { Profile, TokenSet, User } from './user.ts'
import type { MailMessage } from './mail.ts'
import type { Theme } from './config-options.ts'
import type { CredentialInput } from './credential-input.ts'
import type { CommonProviderOptions, ProviderType } from './provider-type.ts'
import type { customFetch } from './symbols.ts'
import type { WebAuthnConfig } from './webauthn.ts'

export type { CredentialInput } from './credential-input.ts'
export type {
  BuiltInProviderType,
  CommonProviderOptions,
  OAuthProviderType,
  ProviderId,
  ProviderType,
  RedirectableProviderType,
} from './provider-type.ts'
export type * from './webauthn.ts'

/** A provider in the response of `GET /providers`. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

/** A provider with its sign-in and callback URLs. */
export interface AppProvider extends CommonProviderOptions {
  callbackUrl: string
  signinUrl: string
}

/** The colors and logos of a provider's button. */
export interface OAuthProviderButtonStyles {
  /** Background color. */
  bg: string
  /** Text color. */
  text: string
  logo?: string
  bgDark?: string
  textDark?: string
  logoDark?: string
}

export type OAuthChecks = 'none' | 'state' | 'pkce' | 'nonce'
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/** A private key for `private_key_jwt`, with an optional key id. */
export type ClientPrivateKey = CryptoKey | { readonly key: CryptoKey; readonly kid?: string } | JsonWebKey

/** Query parameters of the authorization request. Objects, such as `claims`, are sent as JSON. */
export type AuthorizationParameters = Record<string, unknown>

interface EndpointHandler {
  /** The address. `{issuer}` and `{clientId}` are filled from the options, also in `params` and `headers`. */
  url?: string
  /** Query parameters that are added to the address. */
  params?: Record<string, unknown>
}

/** The authorization endpoint. */
export interface AuthorizationEndpointHandler extends EndpointHandler {
  params?: AuthorizationParameters
  /**
   * Change the parameters before the redirect. Reserved parameters, such as `state` and `redirect_uri`, cannot be
   * changed, and `openid` cannot be removed from an OIDC scope.
   */
  request?: (context: { params: URLSearchParams; provider: unknown }) => Awaitable<URLSearchParams | void>
  /**
   * Members for the profile from the authorization response. The response comes through the browser and is not signed,
   * so these members cannot replace claims.
   */
  response?: (params: URLSearchParams) => Record<string, unknown> | undefined
}

/** The token endpoint. */
export interface TokenEndpointHandler extends EndpointHandler {
  /** Send the token request yourself, for a provider whose endpoint does not follow OAuth. */
  request?: (context: {
    /** The standard parameters, without client authentication. */
    params: URLSearchParams
    /** The whole authorization response. */
    response: URLSearchParams
    checks: { code_verifier?: string; state?: string; nonce?: string }
    provider: unknown
    fetch: typeof fetch
  }) => Awaitable<{ tokens: TokenSet }>
  /** Return a corrected response for a provider that does not follow the standard, or `undefined` to keep it. */
  conform?: (response: Response) => Awaitable<Response | undefined>
  /** The key for `token_endpoint_auth_method: 'private_key_jwt'`. */
  clientPrivateKey?: ClientPrivateKey
}

/** The userinfo endpoint. */
export interface UserinfoEndpointHandler extends EndpointHandler {
  /** @default 'GET' */
  method?: 'GET' | 'POST'
  /** Headers that are sent with the access token. */
  headers?: Record<string, string>
  /** Fetch the profile yourself. Use the given `fetch`: it has the deadline and the address checks of the library. */
  request?: (context: { tokens: TokenSet; provider: unknown; fetch: typeof fetch }) => Awaitable<unknown>
  /** Return a corrected response for a provider that does not follow the standard, or `undefined` to keep it. */
  conform?: (response: Response) => Awaitable<Response | undefined>
}

/** How the client is registered at the provider (names of RFC 7591 §2 and OpenID Connect Registration §2). */
export interface Client {
  client_id: string
  token_endpoint_auth_method:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'client_secret_jwt'
    | 'private_key_jwt'
    | 'none'
    | (string & {})
  /** The algorithm of ID tokens. @default the asymmetric ones that the provider publishes, else RS256 */
  id_token_signed_response_alg: string
  /** If set, the userinfo response must be a JWT that is signed with this algorithm. */
  userinfo_signed_response_alg: string
  /** Require the claim `auth_time` in ID tokens. */
  require_auth_time: boolean
  /** Seconds since the user authenticated at the provider, at most. */
  default_max_age: number
  [metadata: string]: unknown
}

/** Turns the provider's profile into a user. `id` is required and becomes the `providerAccountId`. */
export type ProfileCallback<P> = (profile: P, tokens: TokenSet) => Awaitable<User>

/** Selects the members of the tokens that are stored with the account. Return nothing to store none. */
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined | void

/** An OAuth 2.0 provider. */
export interface OAuth2Config<P = Profile> extends CommonProviderOptions {
  type: 'oauth'
  clientId?: string
  clientSecret?: string
  /** The issuer (RFC 8414 §2). In an entry it may contain the placeholder `{clientId}`. */
  issuer?: string
  /** The address of the discovery document, if it is not at the issuer's well-known path. */
  wellKnown?: string
  /** The address of the JWKS. @default `jwks_uri` of the discovery document */
  jwks_endpoint?: any
  authorization?: string | AuthorizationEndpointHandler
  token?: string | TokenEndpointHandler
  userinfo?: string | UserinfoEndpointHandler
  /** The checks to use. `state` is always sent and checked. @default `pkce`, and `nonce` for an OIDC provider */
  checks?: readonly OAuthChecks[]
  client?: Partial<Client>
  profile?: ProfileCallback<P>
  account?: AccountCallback
  /**
   * Link a sign-in to the existing user with the same e-mail address. The users may be different people: an attacker
   * who can get an account with that address at this provider can sign in as the existing user.
   * @default false
   */
  allowDangerousEmailAccountLinking?: boolean
  /** The base URL of the deployment that receives the callback. @default `redirectProxyUrl` of the config */
  redirectProxyUrl?: string
  /**
   * Push the authorization request to the provider before the redirect (RFC 9126). `false` turns it off, unless the
   * provider requires it. @default true if the discovery document is read and announces it
   */
  pushedAuthorizationRequests?: boolean
  /** An https link to where the provider says that it refuses PKCE. Without it an entry cannot turn PKCE off. */
  pkceUnsupported?: string
  /**
   * For a provider with many tenants that publishes an issuer with placeholders, such as `{tenantid}`: the name of each
   * placeholder and the claim of the ID token that fills it.
   */
  issuerClaims?: Readonly<Record<string, string>>
  /** Milliseconds that one request to the provider may take, including its body. @default 10000 */
  timeout?: number
  style?: OAuthProviderButtonStyles
  /**
   * Whether the provider has verified the e-mail address of the profile. Unless it returns `true`, the address is
   * unverified, and the sign-in is not linked to an account, also not with `allowDangerousEmailAccountLinking`.
   * @default the claim `email_verified` of an OIDC provider; without the claim the address is neither verified nor
   * unverified
   */
  emailVerified?: (profile: P) => boolean
  /** The `fetch` for all requests to this provider. */
  [customFetch]?: typeof fetch
  /** The options that the application passed to the provider function. */
  options?: OAuthUserConfig<P>
}

/** An OpenID Connect provider. */
export interface OIDCConfig<P = Profile> extends Omit<OAuth2Config<P>, 'type' | 'options'> {
  type: 'oidc'
  /** `false`: read the profile from the userinfo endpoint instead of the ID token. @default true */
  idToken?: boolean
  /**
   * Authentication context classes (OpenID Connect Core §2). They are sent as `acr_values`, and `acr` of the ID token
   * must be one of them. A sign-in request can narrow the list with its own `acr_values`. Otherwise the sign-in ends in
   * `OAuthCallbackError`.
   * @example ['urn:example:two-factors']
   */
  requiredAcr?: readonly string[]
  /**
   * Audiences that an ID token may have besides this client (OpenID Connect Core §3.1.3.7 (3)). `'any'` accepts all. A
   * token with another audience ends in `OAuthCallbackError`, as does a token with several audiences and another `azp`
   * than this client.
   * @default []
   */
  trustedAudiences?: readonly string[] | 'any'
  /**
   * Let the provider initiate a sign-in (OpenID Connect Core §4). Register `<base>/initiate-login/<id>` there as
   * `initiate_login_uri`. `'confirm'` shows a page with a button first. `'immediate'` redirects users who are not
   * signed in at once: any site can then make a browser sign in with the user's account at the provider.
   * @default undefined, which refuses such sign-ins
   */
  thirdPartyLogin?: 'confirm' | 'immediate'
  /** Authentication methods (RFC 8176), such as `mfa`. `amr` of the ID token must name all of them. */
  requiredAmr?: readonly string[]
  options?: OIDCUserConfig<P>
}

export type OAuthConfig<P = Profile> = OAuth2Config<P> | OIDCConfig<P>
export type OAuthUserConfig<P = Profile> = Omit<Partial<OAuth2Config<P>>, 'options' | 'type'>
export type OIDCUserConfig<P = Profile> = Omit<Partial<OIDCConfig<P>>, 'options' | 'type'>

/** What `sendVerificationRequest` is told. */
export interface VerificationRequestParams {
  /** The address, normalised. */
  identifier: string
  /** The link to send. With `mode: 'code'` there is none: the address of the page where the code is typed in. */
  url: string
  /** The code to send, as it is shown. Left out with `mode: 'link'`. */
  code?: string
  /** When link and token stop working. */
  expires: Date
  provider: EmailConfig
  /** The token in clear; with `mode: 'code'` the code. */
  token: string
  theme: Theme
  /** The request that asked: its URL, its headers and a form body that can be read. */
  request: Request
  /** The built-in mail about all this, in the language of the request. */
  message: MailMessage
  /** Calls out with a deadline and without redirects, by the provider's `customFetch` where it has one. */
  fetch: typeof fetch
}

/** What a mail provider is given to tell somebody that their account was changed. */
export interface NotificationParams {
  /** The address, normalised. */
  identifier: string
  /** The account page. */
  url: string
  provider: EmailConfig
  theme: Theme
  /** The built-in mail about all this, in the language of the request that made the change. */
  message: MailMessage
  /** Calls out with a deadline and without redirects, by the provider's `customFetch` where it has one. */
  fetch: typeof fetch
}

/** Limits of an e-mail provider. They count for each e-mail address, and for each device that the user has used before. */
export interface EmailLimits {
  /** Mails within 15 minutes; within a day (UTC) six times as many. @default 5 */
  readonly sends?: number
  /**
   * Attempts within a day (UTC) at codes, whatever mails they came in, and at link tokens of fewer than 22 characters.
   * Source: NIST SP 800-63B-4 §3.2.2. @default 100
   */
  readonly attempts?: number
}

/** A provider that sends a link or a code by e-mail. */
export interface EmailConfig extends CommonProviderOptions {
  type: 'email'
  /** Whom the mail comes from: an address, or a name with an address in angle brackets. @default `no-reply@` the application's host */
  from?: string
  /** What a mail brings. A code needs an adapter with `incrementCounter`. @default 'link' */
  mode?: 'link' | 'code' | 'both'
  /** Letters of a code, 6 to 8. @default 8 */
  codeLength?: number
  /** Seconds a link works; a code works at most 900. @default 86400, and 900 where a mail brings a code */
  maxAge?: number
  /** How often an address may be used. The adapter counts, if it has `incrementCounter`. */
  limits?: EmailLimits
  /** Milliseconds that one call to a mail service may take. @default 10000 */
  timeout?: number
  sendVerificationRequest: (params: VerificationRequestParams) => Awaitable<void>
  /**
   * Tells somebody that their account was changed. What it throws is logged, and changes nothing. Whoever brings a
   * `sendVerificationRequest` of their own as an option brings this one too, or nobody is told.
   */
  sendNotification?: (params: NotificationParams) => Awaitable<void>
  secret?: string
  apiKey?: string
  /** Where the mail goes out: an SMTP address or a transport's options. */
  server?: unknown
  /** Makes the token of a link; with `mode: 'code'` it makes the code. */
  generateVerificationToken?: () => Awaitable<string | null | undefined>
  /** One address in, one address out. What comes out is validated again; throwing refuses the address. */
  normalizeIdentifier?: (identifier: string) => string
  [customFetch]?: typeof fetch
  options?: EmailUserConfig
}
export type EmailProviderType = 'email'
export type EmailUserConfig = Omit<Partial<EmailConfig>, 'options' | 'type'>

/** A provider that asks for something only the person knows, and lets the application judge it. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  type: 'credentials'
  credentials: Inputs
  /** The user, or `null`. Its `id` becomes the `providerAccountId`. Throw `CredentialsSignin` to say why not. */
  authorize: (credentials: Partial<Record<keyof Inputs, unknown>>, request: Request) => Awaitable<User | null>
  options?: Omit<Partial<CredentialsConfig<Inputs>>, 'options' | 'type'>
}
export type CredentialsProviderType = 'credentials'

/** Providers of many profiles stand in one list, and a list that knew one of them would refuse the others. */
type SomeProfile = any

/** Any provider. Extra members are carried along. */
export type Provider<P = Profile> = (
  | OAuth2Config<P>
  | OIDCConfig<P>
  | EmailConfig
  | CredentialsConfig<SomeProfile>
  | WebAuthnConfig
) & { [member: string]: unknown }

/** A provider as an object. */
type ProviderObject =
  | Provider<SomeProfile>
  | OAuth2Config<SomeProfile>
  | OIDCConfig<SomeProfile>
  | EmailConfig
  | CredentialsConfig<SomeProfile>
  | WebAuthnConfig

/** What stands in `AuthConfig.providers`: a provider, or a function that makes one. */
export type ProviderEntry = ProviderObject | ((...options: never[]) => ProviderObject)

export type AppProviders = readonly ProviderEntry[]
