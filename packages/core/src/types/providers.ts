import type { Awaitable } from '../base/async.ts'
import type { Profile, TokenSet, User } from './user.ts'
import type { Theme } from './config-options.ts'
import type {
  CommonProviderOptions,
  CredentialInput,
  CredentialsProviderId,
  EmailProviderId,
  OAuthProviderId,
} from './provider-type.ts'
import type { customFetch } from './symbols.ts'
import type { WebAuthnConfig, WebAuthnProviderType, WebAuthnUserConfig } from './webauthn-config.ts'

export type * from './provider-type.ts'
export type * from './webauthn-config.ts'

/**
 * A provider with its sign-in and callback URLs, as in the response of `GET /providers`.
 * @example const startOf = ({ signinUrl, name }: AppProvider) => `${name}: ${signinUrl}`
 */
export interface AppProvider extends CommonProviderOptions {
  /** The address to which the provider returns. */
  callbackUrl: string
  /** The address that starts a sign-in. */
  signinUrl: string
}

/**
 * A provider in the response of `GET /providers`, as a client reads it.
 * @example const providers: Record<string, PublicProvider> = await (await fetch('/auth/providers')).json()
 */
export type PublicProvider = Record<'id' | 'name' | 'type' | 'signinUrl' | 'callbackUrl', string>

/**
 * The colors and logos of a provider's button.
 * @example const style: OAuthProviderButtonStyles = { bg: '#24292f', text: '#fff', logo: '/acme.svg' }
 */
export interface OAuthProviderButtonStyles {
  /** Background color: a hex color such as `#24292f`. */
  bg?: string
  /** Background color, if there is no `bg`. */
  brandColor?: string
  /** Text color. */
  text?: string
  /** The address of the logo: https, or a path of the site. @default the built-in logo of the provider */
  logo?: string
  /** Background color in dark mode. */
  bgDark?: string
  /** Text color in dark mode. */
  textDark?: string
  /** The address of the logo in dark mode. */
  logoDark?: string
}

/**
 * The mark of a provider on its button.
 * @example const icon: ProviderIcon = { color: '#24292f', path: 'M4 4h16v16H4z' }
 */
export interface ProviderIcon {
  /** The color of the brand, a CSS color: the background, unless `style` sets another one. */
  readonly color: string
  /** The attribute `viewBox` of the SVG. @default '0 0 24 24' */
  readonly viewBox?: string
  /** The data of an SVG path in the color of the text, or of paths with colors of their own. */
  readonly path: string | readonly (readonly [color: string, path: string])[]
}

/**
 * A check that ties the response of a provider to the request: `pkce` (RFC 7636), `state`, `nonce`, or `none`.
 * @example const checks: OAuthChecks[] = ['pkce', 'nonce']
 */
export type OAuthChecks = 'none' | 'state' | 'pkce' | 'nonce'
/**
 * An endpoint of a provider that the config can name.
 * @example const endpoint: OAuthEndpointType = 'userinfo'
 */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/**
 * A private key for `private_key_jwt`, with an optional key id.
 * @example const key: ClientPrivateKey = { kty: 'EC', crv: 'P-256', x: '…', y: '…', d: '…' }
 */
export type ClientPrivateKey =
  | CryptoKey
  | {
      /** The key, which must allow signing. */
      readonly key: CryptoKey
      /** The id of the key at the provider. */
      readonly kid?: string
    }
  | JsonWebKey

/**
 * An endpoint of the provider that a hook gets.
 * @example const hostOf = ({ url }: HookEndpoint) => url?.host
 */
export interface HookEndpoint {
  /** The address, if the config or the entry names one. */
  url?: URL | undefined
  [member: string]: unknown
}

/**
 * What a hook gets as its provider: the entry with the options of the application.
 * @example const tokenUrlOf = ({ token, issuer }: HookProvider) => token?.url ?? `${issuer}/token`
 */
export interface HookProvider extends CommonProviderOptions {
  /** The id of the client at the provider. */
  clientId?: string
  /** The secret of the client. */
  clientSecret?: string
  /** The issuer of the provider. */
  issuer?: string
  /** The authorization endpoint. */
  authorization?: HookEndpoint
  /** The token endpoint. */
  token?: HookEndpoint
  /** The userinfo endpoint. */
  userinfo?: HookEndpoint
  [member: string]: unknown
}

interface EndpointHandler {
  /** The address. `{issuer}` and `{clientId}` are filled from the options, also in `params` and `headers`. */
  url?: string
  /** Query parameters that are added to the address. Objects, such as `claims`, are sent as JSON. */
  params?: Record<string, unknown>
}

/**
 * The authorization endpoint, to which the browser is redirected.
 * @example const authorization: AuthorizationEndpointHandler = { params: { scope: 'openid email', prompt: 'login' } }
 */
export interface AuthorizationEndpointHandler extends EndpointHandler {
  /** Change the parameters before the redirect, except those that protect the flow, such as `state`. */
  request?: (context: { params: URLSearchParams; provider: HookProvider }) => Awaitable<URLSearchParams | void>
  /** Members for the profile from the authorization response. It is not signed, so they cannot replace claims. */
  response?: (params: URLSearchParams) => Record<string, unknown> | undefined
}

/**
 * The token endpoint, which exchanges the code for tokens.
 * @example const token: TokenEndpointHandler = { url: 'https://idp.example/token' }
 */
export interface TokenEndpointHandler extends EndpointHandler {
  /** Send the token request yourself, for a provider whose endpoint does not follow OAuth. */
  request?: (context: {
    /** The standard parameters, without client authentication. */
    params: URLSearchParams
    /** The whole authorization response. */
    response: URLSearchParams
    checks: { code_verifier?: string; state?: string; nonce?: string }
    provider: HookProvider
    fetch: typeof fetch
  }) => Awaitable<{ tokens: TokenSet }>
  /** Return a corrected response for a provider that does not follow the standard, or `undefined` to keep it. */
  conform?: (response: Response) => Awaitable<Response | undefined>
  /** The key for `token_endpoint_auth_method: 'private_key_jwt'`. */
  clientPrivateKey?: ClientPrivateKey
}

/**
 * The endpoint that returns the profile of the user.
 * @example const userinfo: UserinfoEndpointHandler = { url: 'https://idp.example/me', headers: { 'x-version': '2' } }
 */
export interface UserinfoEndpointHandler extends EndpointHandler {
  /** The HTTP method. @default 'GET' */
  method?: 'GET' | 'POST'
  /** Headers that are sent with the access token. */
  headers?: Record<string, string>
  /** Fetch the profile yourself. Use the given `fetch`: it has the deadline and the address checks of the library. */
  request?: (context: { tokens: TokenSet; provider: HookProvider; fetch: typeof fetch }) => Awaitable<unknown>
  /** Return a corrected response for a provider that does not follow the standard, or `undefined` to keep it. */
  conform?: (response: Response) => Awaitable<Response | undefined>
}

/**
 * Client authentication methods (OpenID Connect Core §9).
 * @example const method: ClientAuthMethod = 'client_secret_post'
 */
export type ClientAuthMethod = `client_secret_${'basic' | 'post' | 'jwt'}` | 'private_key_jwt' | 'none'

/**
 * How the client is registered at the provider (names of RFC 7591 §2 and OpenID Connect Registration §2).
 * @example const client: Partial<Client> = { token_endpoint_auth_method: 'client_secret_post' }
 */
export interface Client {
  /** The id of the client. */
  client_id: string
  /** How the client authenticates at the token endpoint. @default `client_secret_basic` */
  token_endpoint_auth_method: ClientAuthMethod | (string & {})
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

/**
 * Turns the provider's profile into a user. `id` is required and becomes the `providerAccountId`.
 * @example const profile: ProfileCallback<{ id: number; login: string }> = ({ id, login }) => ({ id: String(id), name: login })
 */
export type ProfileCallback<P> = (profile: P, tokens: TokenSet) => Awaitable<User>

/**
 * Selects the members of the tokens that are stored with the account. Return nothing to store none.
 * @example const account: AccountCallback = ({ access_token, expires_at }) => ({ access_token, expires_at })
 */
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined | void

/**
 * An OAuth 2.0 provider.
 * @example
 * const acme: OAuth2Config = {
 *   id: 'acme',
 *   name: 'Acme',
 *   type: 'oauth',
 *   authorization: 'https://acme.example/authorize?scope=email',
 *   token: 'https://acme.example/token',
 *   userinfo: 'https://acme.example/me',
 * }
 */
export interface OAuth2Config<P = Profile> extends CommonProviderOptions {
  /**
   * `oauth`: the profile comes from the userinfo endpoint.
   * @example type: 'oauth'
   */
  type: 'oauth'
  /**
   * The id that the provider gave to the application. @default `AUTH_<ID>_ID` of the environment
   * @example clientId: process.env['ACME_ID']
   */
  clientId?: string
  /**
   * The secret that the provider gave to the application. @default `AUTH_<ID>_SECRET` of the environment
   * @example clientSecret: process.env['ACME_SECRET']
   */
  clientSecret?: string
  /**
   * The issuer (RFC 8414 §2). In an entry it may contain the placeholder `{clientId}`.
   * @example issuer: 'https://acme.example'
   */
  issuer?: string
  /**
   * The address of the discovery document, if it is not at the issuer's well-known path.
   * @example wellKnown: 'https://acme.example/tenant/.well-known/openid-configuration'
   */
  wellKnown?: string
  /**
   * The address of the JWKS. @default `jwks_uri` of the discovery document
   * @example jwks_endpoint: 'https://acme.example/keys'
   */
  jwks_endpoint?: any
  /**
   * The authorization endpoint, or its address. @default that of the discovery document
   * @example authorization: { url: 'https://acme.example/authorize', params: { scope: 'email' } }
   */
  authorization?: string | AuthorizationEndpointHandler
  /**
   * The token endpoint, or its address. @default that of the discovery document
   * @example token: 'https://acme.example/token'
   */
  token?: string | TokenEndpointHandler
  /**
   * The userinfo endpoint, or its address. @default that of the discovery document
   * @example userinfo: 'https://acme.example/me'
   */
  userinfo?: string | UserinfoEndpointHandler
  /**
   * The checks to use. `state` is always sent and checked. @default `pkce`, and `nonce` for an OIDC provider
   * @example checks: ['pkce', 'nonce']
   */
  checks?: readonly OAuthChecks[]
  /**
   * How the client is registered at the provider.
   * @example client: { token_endpoint_auth_method: 'client_secret_post' }
   */
  client?: Partial<Client>
  /**
   * Turns the provider's profile into a user. @default `sub` or `id`, the name, `email` and `picture`
   * @example profile: (profile) => ({ id: String(profile['id']), name: profile['login'] })
   */
  profile?: ProfileCallback<P>
  /**
   * Selects the tokens that are stored with the account. @default all that Auth.js stores: the tokens, the scope, the expiry
   * @example account: ({ access_token, expires_at }) => ({ access_token, expires_at })
   */
  account?: AccountCallback
  /**
   * Link a sign-in to the existing user with the same e-mail address. An attacker who can get an account with that
   * address at this provider can then sign in as the user. @default false
   * @example allowDangerousEmailAccountLinking: true
   */
  allowDangerousEmailAccountLinking?: boolean
  /**
   * The base URL of the deployment that receives the callback. @default `redirectProxyUrl` of the config
   * @example redirectProxyUrl: 'https://app.example.com/auth'
   */
  redirectProxyUrl?: string
  /**
   * Push the authorization request to the provider (RFC 9126). @default true if its discovery document announces it
   * @example pushedAuthorizationRequests: false
   */
  pushedAuthorizationRequests?: boolean
  /**
   * The configured parameters of the authorization request that a sign-in request may replace. @default []
   * @example openParameters: ['prompt']
   */
  openParameters?: readonly string[]
  /**
   * An https link to where the provider says that it refuses PKCE. Without it an entry cannot turn PKCE off.
   * @example pkceUnsupported: 'https://acme.example/docs/oauth#pkce'
   */
  pkceUnsupported?: string
  /**
   * The placeholders in the issuer that a provider with many tenants publishes, and the claims that fill them.
   * @example issuerClaims: { tenantid: 'tid' }
   */
  issuerClaims?: Readonly<Record<string, string>>
  /**
   * Milliseconds that one request to the provider may take, including its body. @default 10000
   * @example timeout: 5000
   */
  timeout?: number
  /**
   * The colors and the logo of the button.
   * @example style: { bg: '#24292f', text: '#fff' }
   */
  style?: OAuthProviderButtonStyles
  /**
   * The mark on the button, unless `style.logo` is set. @default the first letter of the name
   * @example icon: { color: '#24292f', path: 'M4 4h16v16H4z' }
   */
  icon?: ProviderIcon
  /**
   * Whether the provider has verified the e-mail address of the profile. Unless it returns `true`, the sign-in is never
   * linked by its address.
   * @default the claim `email_verified` of an OIDC provider with `trustAllEmails` or `emailDomains`; otherwise, and
   * without the claim, the address is neither verified nor unverified
   * @example emailVerified: (profile) => profile.verified === true
   */
  emailVerified?: (profile: P) => boolean
  /**
   * Pass on an address that the provider calls unverified. It may be another person's. @default false
   * @example allowUnverifiedEmail: true
   */
  allowUnverifiedEmail?: boolean
  /** The `fetch` for all requests to this provider. */
  [customFetch]?: typeof fetch
  /**
   * The options that the application passed to the provider function.
   * @example options: { clientId: 'id', clientSecret: 'secret' }
   */
  options?: OAuthUserConfig<P>
}

/**
 * An OpenID Connect provider.
 * @example const acme: OIDCConfig = { id: 'acme', name: 'Acme', type: 'oidc', issuer: 'https://acme.example' }
 */
export interface OIDCConfig<P = Profile> extends Omit<OAuth2Config<P>, 'type' | 'options'> {
  /**
   * `oidc`: the profile comes from the verified ID token.
   * @example type: 'oidc'
   */
  type: 'oidc'
  /**
   * `false`: read the profile from the userinfo endpoint instead of the ID token. @default true
   * @example idToken: false
   */
  idToken?: boolean
  /**
   * Authentication context classes (OpenID Connect Core §2). They are sent as `acr_values`, which a sign-in request can
   * narrow, and `acr` of the ID token must be one of them.
   * @example ['urn:example:two-factors']
   */
  requiredAcr?: readonly string[]
  /**
   * Audiences that an ID token may have besides this client (OpenID Connect Core §3.1.3.7 (3)). @default []
   * @example trustedAudiences: ['mobile-app']
   */
  trustedAudiences?: readonly string[] | 'any'
  /**
   * Let the provider initiate a sign-in (OpenID Connect Core §4) at `<base>/initiate-login/<id>`. `'confirm'` shows a
   * button first. With `'immediate'` any site can make a browser sign in with the user's account at the provider.
   * @default undefined, which refuses such sign-ins
   * @example thirdPartyLogin: 'confirm'
   */
  thirdPartyLogin?: 'confirm' | 'immediate'
  /**
   * Believe `email_verified: true` about every address. Set it only if you chose the provider and it sends mails to
   * verify them. `false` states that the claim does not count. Without this option, `emailDomains` and `emailVerified`
   * it does not count either, and the log warns (`email-unstated`).
   * @example trustAllEmails: true
   */
  trustAllEmails?: boolean
  /**
   * Believe `email_verified: true` and `emailVerified` about addresses of these domains only, which you have verified.
   * Addresses of other domains, subdomains too, are unverified.
   * @example ['example.com']
   */
  emailDomains?: readonly string[]
  /**
   * Authentication methods (RFC 8176), such as `mfa`. `amr` of the ID token must name all of them.
   * @example requiredAmr: ['mfa']
   */
  requiredAmr?: readonly string[]
  /**
   * The options that the application passed to the provider function.
   * @example options: { clientId: 'id', issuer: 'https://acme.example' }
   */
  options?: OIDCUserConfig<P>
}

/**
 * A provider of OAuth 2.0 or OpenID Connect.
 * @example const scopesOf = (provider: OAuthConfig) => provider.authorization
 */
export type OAuthConfig<P = Profile> = OAuth2Config<P> | OIDCConfig<P>
/**
 * The options that an application passes to the function of an OAuth 2.0 provider.
 * @example const options: OAuthUserConfig = { clientId: 'id', clientSecret: 'secret' }
 */
export type OAuthUserConfig<P = Profile> = Omit<Partial<OAuth2Config<P>>, 'options' | 'type'>
/**
 * The options that an application passes to the function of an OpenID Connect provider.
 * @example const options: OIDCUserConfig = { clientId: 'id', issuer: 'https://acme.example' }
 */
export type OIDCUserConfig<P = Profile> = Omit<Partial<OIDCConfig<P>>, 'options' | 'type'>

/**
 * An e-mail that is ready to be sent. The text part and the HTML part have the same content.
 * @example const message: MailMessage = { subject: 'Hello', text: 'Hello Ann', html: '<p>Hello Ann</p>' }
 */
export interface MailMessage {
  /** The subject, without line breaks. */
  readonly subject: string
  /** The text part. */
  readonly text: string
  /** The HTML part. */
  readonly html: string
}

/**
 * What a mail provider receives to send the e-mail about a change of an account.
 * @example const sendNotification = ({ identifier, message }: NotificationParams) => send(identifier, message)
 */
export interface NotificationParams {
  /**
   * The normalized address.
   * @example const sendNotification = ({ identifier, message }: NotificationParams) => send(identifier, message)
   */
  identifier: string
  /**
   * The account page.
   * @example const linkOf = ({ url }: NotificationParams) => `<a href="${url}">Your account</a>`
   */
  url: string
  /**
   * The provider that sends the e-mail.
   * @example const senderOf = ({ provider }: NotificationParams) => provider.from
   */
  provider: EmailConfig
  /**
   * The theme of the config.
   * @example const colorOf = ({ theme }: NotificationParams) => theme.brandColor ?? 'black'
   */
  theme: Theme
  /**
   * The built-in e-mail in the language of the request.
   * @example const htmlOf = ({ message }: NotificationParams) => `${message.html}<p>Acme</p>`
   */
  message: MailMessage
  /**
   * Has a deadline and follows no redirects. It calls the provider's `customFetch`, if there is one.
   * @example const post = ({ fetch, message }: NotificationParams) => fetch('https://mail.example/send', { method: 'POST', body: message.text })
   */
  fetch: typeof fetch
}

/**
 * What a mail provider receives to send a link or a code.
 * @example const sendVerificationRequest = ({ identifier, message }: VerificationRequestParams) => send(identifier, message)
 */
export interface VerificationRequestParams extends NotificationParams {
  /**
   * The link to send. With `mode: 'code'` it is the page where the user types the code.
   * @example const linkOf = ({ url }: VerificationRequestParams) => `<a href="${url}">Sign in</a>`
   */
  url: string
  /**
   * The code to send, formatted for display. Absent with `mode: 'link'`.
   * @example const textOf = ({ code, url }: VerificationRequestParams) => (code === undefined ? url : `Your code: ${code}`)
   */
  code?: string
  /**
   * A link that confirms a browser for a day and signs no user in. Absent if the sign-in link works for a day.
   * @example const otherDevice = ({ confirmUrl }: VerificationRequestParams) => confirmUrl && `Confirm another device: ${confirmUrl}`
   */
  confirmUrl?: string
  /**
   * When the link and the code expire.
   * @example const until = ({ expires }: VerificationRequestParams) => expires.toUTCString()
   */
  expires: Date
  /**
   * The token in clear; with `mode: 'code'` the code.
   * @example const logHash = ({ token }: VerificationRequestParams) => console.log(token.length)
   */
  token: string
  /**
   * The request of the user: its URL, its headers and a form body that can be read.
   * @example const localeOf = ({ request }: VerificationRequestParams) => request.headers.get('accept-language')
   */
  request: Request
}

/**
 * The name of `VerificationRequestParams` in Auth.js.
 * @example const linkOf = ({ url }: EmailProviderSendVerificationRequestParams) => url
 */
export type EmailProviderSendVerificationRequestParams = VerificationRequestParams

/**
 * Limits for each e-mail address, and for each device that the user has used before.
 * @example const limits: EmailLimits = { sends: 3, attempts: 50 }
 */
export interface EmailLimits {
  /**
   * Mails within 15 minutes; within a day (UTC) six times as many. @default 5
   * @example sends: 3
   */
  readonly sends?: number
  /**
   * Attempts in a day (UTC) at codes and short link tokens (NIST SP 800-63B-4 §3.2.2). @default 100; 20 at digits
   * @example attempts: 50
   */
  readonly attempts?: number
}

/**
 * A provider that sends a link or a code by e-mail.
 * @example
 * const mail: EmailConfig = {
 *   id: 'mail',
 *   name: 'E-mail',
 *   type: 'email',
 *   sendVerificationRequest: ({ identifier, message }) => send(identifier, message),
 * }
 */
export interface EmailConfig extends CommonProviderOptions {
  /**
   * `email`: a link or a code proves the address.
   * @example type: 'email'
   */
  type: 'email'
  /**
   * The sender: an address, or a name with an address in angle brackets. @default `no-reply@` the host
   * @example from: 'Acme <no-reply@example.com>'
   */
  from?: string
  /**
   * What an e-mail contains. A code needs an adapter with `incrementCounter`. @default 'link'
   * @example mode: 'both'
   */
  mode?: 'link' | 'code' | 'both'
  /**
   * `'digits'` are easier to type, and there are fewer codes: see `limits.attempts`. @default 'letters'
   * @example codeFormat: 'digits'
   */
  codeFormat?: 'letters' | 'digits'
  /**
   * Letters or digits of a code, 6 to 8. @default 8 letters, or 6 digits
   * @example codeLength: 7
   */
  codeLength?: number
  /**
   * Seconds until a link expires. A code expires after at most 900. @default 86400, and 900 if an e-mail has a code
   * @example maxAge: 15 * 60
   */
  maxAge?: number
  /**
   * Limits for each address. They need an adapter with `incrementCounter`.
   * @example limits: { sends: 3 }
   */
  limits?: EmailLimits
  /**
   * Milliseconds that one call to a mail service may take. @default 10000
   * @example timeout: 5000
   */
  timeout?: number
  /**
   * Sends the e-mail. If it throws, the user sees the error `EmailSignInError`, and the log has the cause.
   * @example sendVerificationRequest: ({ identifier, message }) => send(identifier, message)
   */
  sendVerificationRequest: (params: VerificationRequestParams) => Awaitable<void>
  /**
   * Sends the e-mail about a change of an account. Options with only `sendVerificationRequest` send none.
   * @example sendNotification: ({ identifier, message }) => send(identifier, message)
   */
  sendNotification?: (params: NotificationParams) => Awaitable<void>
  /**
   * Hashes the tokens of this provider. @default the config's `secret`
   * @example secret: process.env['MAIL_SECRET']
   */
  secret?: string
  /**
   * The key of the mail service. @default `AUTH_<ID>_KEY` of the environment
   * @example apiKey: process.env['MAIL_KEY']
   */
  apiKey?: string
  /**
   * The mail server: an SMTP URL or the options of a transport.
   * @example server: 'smtp://user:password@mail.example.com:587'
   */
  server?: unknown
  /**
   * Makes the token of a link; with `mode: 'code'` it makes the code.
   * @example generateVerificationToken: () => crypto.randomUUID()
   */
  generateVerificationToken?: () => Awaitable<string | null | undefined>
  /**
   * Normalizes an address. The result is validated again. If it throws, the address is refused.
   * @example normalizeIdentifier: (identifier) => identifier.trim().toLowerCase()
   */
  normalizeIdentifier?: (identifier: string) => string
  [customFetch]?: typeof fetch
  /**
   * The options that the application passed to the provider function.
   * @example options: { from: 'no-reply@example.com' }
   */
  options?: EmailUserConfig
}
/**
 * The type of an e-mail provider.
 * @example const type: EmailProviderType = 'email'
 */
export type EmailProviderType = 'email'
/**
 * The options that an application passes to the function of an e-mail provider.
 * @example const options: EmailUserConfig = { from: 'Acme <no-reply@example.com>', maxAge: 15 * 60 }
 */
export type EmailUserConfig = Omit<Partial<EmailConfig>, 'options' | 'type'>

/**
 * A provider whose credentials the application checks.
 * @example
 * const password: CredentialsConfig = Credentials({
 *   credentials: { email: { type: 'email' }, password: { type: 'password' } },
 *   authorize: ({ email, password }) => (password === 'secret' ? { id: 'u1', email: String(email) } : null),
 * })
 */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  /**
   * `credentials`: the application checks what the user typed.
   * @example type: 'credentials'
   */
  type: 'credentials'
  /**
   * The fields of the form, by name.
   * @example credentials: { email: { label: 'E-mail', type: 'email' }, password: { type: 'password' } }
   */
  credentials: Inputs
  /**
   * Returns the user, or `null`. `id` becomes the `providerAccountId`. Throw `CredentialsSignin` to give a reason.
   * @example authorize: ({ email, password }) => (password === 'secret' ? { id: 'u1', email: String(email) } : null)
   */
  authorize: (credentials: Partial<Record<keyof Inputs, unknown>>, request: Request) => Awaitable<User | null>
  /**
   * The options that the application passed to the provider function.
   * @example options: { name: 'Password' }
   */
  options?: Omit<Partial<CredentialsConfig<Inputs>>, 'options' | 'type'>
}
/**
 * The type of a credentials provider.
 * @example const type: CredentialsProviderType = 'credentials'
 */
export type CredentialsProviderType = 'credentials'

/** A list contains providers with different profiles. */
type SomeProfile = any

type AnyProvider<P> = OAuthConfig<P> | EmailConfig | CredentialsConfig<SomeProfile> | WebAuthnConfig

/** A function that makes a provider, such as the default export of `@authwright/core/providers/github`. */
type ProviderFunction<P> = ((...options: SomeProfile[]) => AnyProvider<P>) & { options?: Record<string, unknown> }

/**
 * An entry of `AuthConfig.providers`: a provider, or a function that makes one.
 * @example
 * const providers: Provider[] = [GitHub, Google({ clientId: 'client' })]
 */
export type Provider<P = SomeProfile> = AnyProvider<P> | ProviderFunction<P>

/**
 * The providers of the application, as the config lists them.
 * @example const providers: AppProviders = [GitHub, Google({ clientId: 'id' })]
 */
export type AppProviders = Provider[]

/**
 * The functions of the built-in providers, by id.
 * @example const makeGitHub: BuiltInProviders['github'] = (options) => GitHub(options) as ReturnType<BuiltInProviders['github']>
 */
export type BuiltInProviders = Record<
  OAuthProviderId,
  (options: Partial<OAuthConfig<SomeProfile>>) => OAuthConfig<SomeProfile>
> &
  Record<CredentialsProviderId, (options: Partial<CredentialsConfig>) => CredentialsConfig> &
  Record<EmailProviderId, (options: EmailUserConfig) => EmailConfig> &
  Record<WebAuthnProviderType, (options: WebAuthnUserConfig) => WebAuthnConfig>
