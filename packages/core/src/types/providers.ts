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

/** What `GET /providers` shows of a provider. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

/** A provider with its URLs. */
export interface AppProvider extends CommonProviderOptions {
  callbackUrl: string
  signinUrl: string
}

/** The colours and pictures of a provider's button. */
export interface OAuthProviderButtonStyles {
  /** Background colour. */
  bg: string
  /** Text colour. */
  text: string
  logo?: string
  bgDark?: string
  textDark?: string
  logoDark?: string
}

export type OAuthChecks = 'none' | 'state' | 'pkce' | 'nonce'
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/** A private key for `private_key_jwt` and its key id. */
export type ClientPrivateKey = CryptoKey | { readonly key: CryptoKey; readonly kid?: string } | JsonWebKey

/** Query parameters of the authorization request. `claims` may be an object. */
export type AuthorizationParameters = Record<string, unknown>

interface EndpointHandler {
  /** The endpoint's address. `{issuer}` and `{clientId}` stand for the options of that name, here and in `params` and `headers`. */
  url?: string
  /** Parameters added to the address. */
  params?: Record<string, unknown>
}

/** The authorization endpoint. */
export interface AuthorizationEndpointHandler extends EndpointHandler {
  params?: AuthorizationParameters
  /** Change the parameters just before the redirect; reserved ones cannot be changed, nor `openid` be taken from an OIDC scope. */
  request?: (context: { params: URLSearchParams; provider: unknown }) => Awaitable<URLSearchParams | void>
  /**
   * Members for the profile out of the authorization response. It came through the browser and nobody signed it, so it can
   * add to the claims but never replace one.
   */
  response?: (params: URLSearchParams) => Record<string, unknown> | undefined
}

/** The token endpoint. */
export interface TokenEndpointHandler extends EndpointHandler {
  /** Ask for the tokens by oneself, for a provider whose endpoint is not OAuth. */
  request?: (context: {
    /** The standard parameters, without the client's own. */
    params: URLSearchParams
    /** The authorization response that brought the code, with whatever else the provider put into it. */
    response: URLSearchParams
    checks: { code_verifier?: string; state?: string; nonce?: string }
    provider: unknown
    fetch: typeof fetch
  }) => Awaitable<{ tokens: TokenSet }>
  /** Mend the answer of a provider that does not follow the standard. */
  conform?: (response: Response) => Awaitable<Response | undefined>
  clientPrivateKey?: ClientPrivateKey
}

/** The userinfo endpoint. */
export interface UserinfoEndpointHandler extends EndpointHandler {
  /** @default 'GET' */
  method?: 'GET' | 'POST'
  /** Sent along with the access token. */
  headers?: Record<string, string>
  /** Ask for the profile by oneself. `fetch` is the guarded one: use it. */
  request?: (context: { tokens: TokenSet; provider: unknown; fetch: typeof fetch }) => Awaitable<unknown>
  conform?: (response: Response) => Awaitable<Response | undefined>
}

/** Overrides for the OAuth client (RFC 7591 §2 names). */
export interface Client {
  client_id: string
  token_endpoint_auth_method:
    | 'client_secret_basic'
    | 'client_secret_post'
    | 'client_secret_jwt'
    | 'private_key_jwt'
    | 'none'
    | (string & {})
  id_token_signed_response_alg: string
  userinfo_signed_response_alg: string
  require_auth_time: boolean
  default_max_age: number
  [metadata: string]: unknown
}

/** From the provider's whole profile to the user the application keeps. `id` is required. */
export type ProfileCallback<P> = (profile: P, tokens: TokenSet) => Awaitable<User>

/** From the tokens to the members stored with the account; nothing stores none. */
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined | void

/** An OAuth 2.0 provider. */
export interface OAuth2Config<P = Profile> extends CommonProviderOptions {
  type: 'oauth'
  clientId?: string
  clientSecret?: string
  /** Who issues its tokens. In an entry `{clientId}` stands for the option of that name. */
  issuer?: string
  /** The discovery document, where it does not stand at the issuer's well-known place. */
  wellKnown?: string
  jwks_endpoint?: any
  authorization?: string | AuthorizationEndpointHandler
  token?: string | TokenEndpointHandler
  userinfo?: string | UserinfoEndpointHandler
  /** PKCE and nonce can be named or left out; `state` is always sent and checked. */
  checks?: readonly OAuthChecks[]
  client?: Partial<Client>
  profile?: ProfileCallback<P>
  account?: AccountCallback
  /**
   * Link a sign-in to the existing user who has the same e-mail address, although nobody proved that it is the same
   * person. Whoever can claim an address at this provider can enter that user's account.
   * @default false
   */
  allowDangerousEmailAccountLinking?: boolean
  redirectProxyUrl?: string
  /**
   * Send the authorization request by the back channel first (RFC 9126). `false` leaves it out although the provider
   * offers it, unless the provider insists. @default true where its discovery document is read and offers it
   */
  pushedAuthorizationRequests?: boolean
  /** Where the provider says that it refuses PKCE: an https link. Without one an entry cannot leave PKCE out. */
  pkceUnsupported?: string
  /**
   * For a server of many tenants, whose discovery document publishes an issuer with gaps such as `{tenantid}`: the name of
   * each gap and the claim of the ID token that fills it.
   */
  issuerClaims?: Readonly<Record<string, string>>
  /** Milliseconds that one call to the provider may take, its body included. @default 10000 */
  timeout?: number
  style?: OAuthProviderButtonStyles
  /**
   * Whether the provider says that the address is the person's, read from the profile. What this does not answer with `true` is
   * unproven, and joins nobody's account, even with `allowDangerousEmailAccountLinking`.
   * @default the claim `email_verified` of an OIDC provider; without it nothing is said of the address
   */
  emailVerified?: (profile: P) => boolean
  [customFetch]?: typeof fetch
  /** What the user of a provider function passed to it. */
  options?: OAuthUserConfig<P>
}

/** An OpenID Connect provider. */
export interface OIDCConfig<P = Profile> extends Omit<OAuth2Config<P>, 'type' | 'options'> {
  type: 'oidc'
  /** `false`: ask the userinfo endpoint too, and take the profile from there. */
  idToken?: boolean
  /**
   * Authentication context classes, of which the ID token's `acr` has to be one (OpenID Connect Core §2). They are asked for
   * as `acr_values`. A sign-in request's own `acr_values` may name some of them, and is then held to these. Anything else
   * ends in `OAuthCallbackError`.
   * @example ['urn:example:two-factors']
   */
  requiredAcr?: readonly string[]
  /**
   * Whom an ID token may be made out to besides this client (OpenID Connect Core §3.1.3.7 (3)); `'any'` is whoever the provider
   * says. One for anybody else ends in `OAuthCallbackError`, as does one for several whose `azp` does not name this client.
   * @default []
   */
  trustedAudiences?: readonly string[] | 'any'
  /**
   * Let the provider begin a sign-in (OpenID Connect Core §4). What it is registered with as `initiate_login_uri` is
   * `<base>/initiate-login/<id>`. `'confirm'` shows a page with one button first. `'immediate'` sends on whoever is not signed
   * in here: any site can then have a browser sign in, as whoever that browser is at the provider.
   * @default undefined, where there is no such address
   */
  thirdPartyLogin?: 'confirm' | 'immediate'
  /** Authentication methods, such as `mfa`, all of which the ID token's `amr` has to name (RFC 8176). They cannot be asked for. */
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
