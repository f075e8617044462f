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
 * @example const link = ({ name, signinUrl }: AppProvider) => ({ label: name, href: signinUrl })
 */
export interface AppProvider extends CommonProviderOptions {
  /** The address to which the provider returns. */
  callbackUrl: string
  /** The address that starts a sign-in. */
  signinUrl: string
}

/**
 * A provider in the response of `GET /providers`, as a client reads it.
 * @example
 * const response = await fetch('/auth/providers')
 * const providers = (await response.json()) as Record<string, PublicProvider>
 */
export type PublicProvider = Record<'id' | 'name' | 'type' | 'signinUrl' | 'callbackUrl', string>

/**
 * The colors and logos of a provider's button.
 * @example
 * const style: OAuthProviderButtonStyles = { bg: '#fff', text: '#1a1f36', bgDark: '#1a1f36', textDark: '#fff' }
 */
export interface OAuthProviderButtonStyles {
  /**
   * Background color: a hex color such as `#24292f`.
   * @example bg: '#24292f'
   */
  bg?: string
  /**
   * Background color, if there is no `bg`.
   * @example brandColor: '#24292f'
   */
  brandColor?: string
  /**
   * Text color.
   * @example text: '#fff'
   */
  text?: string
  /**
   * The address of the logo: https, or a path of the site. @default the built-in logo of the provider
   * @example logo: '/acme.svg'
   */
  logo?: string
  /**
   * Background color in dark mode.
   * @example bgDark: '#1a1f36'
   */
  bgDark?: string
  /**
   * Text color in dark mode.
   * @example textDark: '#fff'
   */
  textDark?: string
  /**
   * The address of the logo in dark mode.
   * @example logoDark: '/acme-dark.svg'
   */
  logoDark?: string
}

/**
 * The mark of a provider on its button.
 * @example const icon: ProviderIcon = { color: '#24292f', path: 'M12 2 22 22H2z' }
 */
export interface ProviderIcon {
  /**
   * The color of the brand, a CSS color: the background, unless `style` sets another one.
   * @example color: '#24292f'
   */
  readonly color: string
  /**
   * The attribute `viewBox` of the SVG. @default '0 0 24 24'
   * @example viewBox: '0 0 24 24'
   */
  readonly viewBox?: string
  /**
   * The data of an SVG path in the color of the text, or of paths with colors of their own.
   * @example path: 'M12 2 22 22H2z'
   */
  readonly path: string | readonly (readonly [color: string, path: string])[]
}

/**
 * A check that ties the response of a provider to the request: `pkce` (RFC 7636), `state`, `nonce`, or `none`.
 * @example const checks: OAuthChecks[] = ['pkce', 'nonce']
 */
export type OAuthChecks = 'none' | 'state' | 'pkce' | 'nonce'
/**
 * An endpoint of a provider that the config can name.
 * @example const hostOf = (provider: HookProvider, endpoint: OAuthEndpointType) => provider[endpoint]?.url?.host
 */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/**
 * A private key for `private_key_jwt`, with an optional key id.
 * @example const clientPrivateKey: ClientPrivateKey = JSON.parse(process.env.ACME_PRIVATE_JWK ?? '{}')
 */
export type ClientPrivateKey =
  | CryptoKey
  | {
      /**
       * The key, which must allow signing.
       * @example const clientPrivateKey: ClientPrivateKey = { key, kid: '2027-01' }
       */
      readonly key: CryptoKey
      /**
       * The id of the key at the provider.
       * @example const clientPrivateKey: ClientPrivateKey = { key, kid: '2027-01' }
       */
      readonly kid?: string
    }
  | JsonWebKey

/**
 * An endpoint of the provider that a hook gets.
 * @example const hostOf = (endpoint: HookEndpoint) => endpoint.url?.host
 */
export interface HookEndpoint {
  /** The address, if the config or the entry names one. */
  url?: URL | undefined
  [member: string]: unknown
}

/**
 * What a hook gets as its provider: the entry with the options of the application.
 * @example const basic = ({ clientId, clientSecret }: HookProvider) => `Basic ${btoa([clientId, clientSecret].join(':'))}`
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
  /**
   * The address. `{issuer}` and `{clientId}` are filled from the options, also in `params` and `headers`.
   * @example url: '{issuer}/v2/authorize'
   */
  url?: string
  /**
   * Query parameters that are added to the address. Objects, such as `claims`, are sent as JSON.
   * @example params: { scope: 'openid email', claims: { id_token: { acr: { essential: true } } } }
   */
  params?: Record<string, unknown>
}

/**
 * The authorization endpoint, to which the browser is redirected.
 * @example
 * const authorization: AuthorizationEndpointHandler = {
 *   params: { scope: 'openid email offline_access', prompt: 'consent' },
 * }
 */
export interface AuthorizationEndpointHandler extends EndpointHandler {
  /**
   * Change the parameters before the redirect, except those that protect the flow, such as `state`.
   * @example request: ({ params, provider }) => params.set('client_key', provider.clientId ?? '')
   */
  request?: (context: { params: URLSearchParams; provider: HookProvider }) => Awaitable<URLSearchParams | void>
  /**
   * Members for the profile from the authorization response. It is not signed, so they cannot replace claims.
   * @example response: (params) => ({ tenant: params.get('tenant') })
   */
  response?: (params: URLSearchParams) => Record<string, unknown> | undefined
}

/**
 * The token endpoint, which exchanges the code for tokens.
 * @example const token: TokenEndpointHandler = { url: 'https://acme.example/token', params: { audience: 'api' } }
 */
export interface TokenEndpointHandler extends EndpointHandler {
  /**
   * Send the token request yourself, for a provider whose endpoint does not follow OAuth.
   * @example
   * async request({ params, provider, fetch }) {
   *   params.set('client_key', provider.clientId ?? '')
   *   const response = await fetch('https://acme.example/token', { method: 'POST', body: params })
   *   const { data } = (await response.json()) as { data: TokenSet }
   *   return { tokens: data }
   * }
   */
  request?: (context: {
    /** The standard parameters, without client authentication. */
    params: URLSearchParams
    /** The whole authorization response. */
    response: URLSearchParams
    checks: { code_verifier?: string; state?: string; nonce?: string }
    provider: HookProvider
    fetch: typeof fetch
  }) => Awaitable<{ tokens: TokenSet }>
  /**
   * Return a corrected response for a provider that does not follow the standard, or `undefined` to keep it.
   * @example
   * async conform(response) {
   *   return response.ok ? Response.json({ token_type: 'bearer', ...((await response.json()) as object) }) : undefined
   * }
   */
  conform?: (response: Response) => Awaitable<Response | undefined>
  /**
   * The key for `token_endpoint_auth_method: 'private_key_jwt'`.
   * @example clientPrivateKey: JSON.parse(process.env.ACME_PRIVATE_JWK ?? '{}')
   */
  clientPrivateKey?: ClientPrivateKey
}

/**
 * The endpoint that returns the profile of the user.
 * @example
 * const userinfo: UserinfoEndpointHandler = { url: 'https://acme.example/me', params: { fields: 'id,name,email' } }
 */
export interface UserinfoEndpointHandler extends EndpointHandler {
  /**
   * The HTTP method. @default 'GET'
   * @example method: 'POST'
   */
  method?: 'GET' | 'POST'
  /**
   * Headers that are sent with the access token.
   * @example headers: { 'api-version': '2026-01-01' }
   */
  headers?: Record<string, string>
  /**
   * Fetch the profile yourself. Use the given `fetch`: it has the deadline and the address checks of the library.
   * @example
   * async request({ tokens, fetch }) {
   *   const headers = { 'x-access-token': tokens.access_token ?? '' }
   *   return (await fetch('https://acme.example/me', { headers })).json()
   * }
   */
  request?: (context: { tokens: TokenSet; provider: HookProvider; fetch: typeof fetch }) => Awaitable<unknown>
  /**
   * Return a corrected response for a provider that does not follow the standard, or `undefined` to keep it.
   * @example
   * async conform(response) {
   *   const { data } = (await response.json()) as { data: object }
   *   return Response.json(data)
   * }
   */
  conform?: (response: Response) => Awaitable<Response | undefined>
}

/**
 * Client authentication methods (OpenID Connect Core §9).
 * @example const needsSecret = (method: ClientAuthMethod) => method.startsWith('client_secret_')
 */
export type ClientAuthMethod = `client_secret_${'basic' | 'post' | 'jwt'}` | 'private_key_jwt' | 'none'

/**
 * How the client is registered at the provider (names of RFC 7591 §2 and OpenID Connect Registration §2).
 * @example const client: Partial<Client> = { token_endpoint_auth_method: 'private_key_jwt', default_max_age: 60 * 60 }
 */
export interface Client {
  /**
   * The id of the client.
   * @example client_id: process.env.ACME_CLIENT_ID
   */
  client_id: string
  /**
   * How the client authenticates at the token endpoint. @default `client_secret_basic`
   * @example token_endpoint_auth_method: 'client_secret_post'
   */
  token_endpoint_auth_method: ClientAuthMethod | (string & {})
  /**
   * The algorithm of ID tokens. @default the asymmetric ones that the provider publishes, else RS256
   * @example id_token_signed_response_alg: 'ES256'
   */
  id_token_signed_response_alg: string
  /**
   * If set, the userinfo response must be a JWT that is signed with this algorithm.
   * @example userinfo_signed_response_alg: 'RS256'
   */
  userinfo_signed_response_alg: string
  /**
   * Require the claim `auth_time` in ID tokens.
   * @example require_auth_time: true
   */
  require_auth_time: boolean
  /**
   * Seconds since the user authenticated at the provider, at most.
   * @example default_max_age: 60 * 60
   */
  default_max_age: number
  [metadata: string]: unknown
}

/**
 * Turns the provider's profile into a user. `id` is required and becomes the `providerAccountId`.
 * @example
 * interface AcmeProfile { user_id: number; display_name: string }
 * const profile: ProfileCallback<AcmeProfile> = ({ user_id, display_name }) => ({
 *   id: String(user_id),
 *   name: display_name,
 * })
 */
export type ProfileCallback<P> = (profile: P, tokens: TokenSet) => Awaitable<User>

/**
 * Selects the members of the tokens that are stored with the account. Return nothing to store none.
 * @example const account: AccountCallback = ({ refresh_token, scope }) => ({ refresh_token, scope })
 */
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined | void

/**
 * An OAuth 2.0 provider.
 * @example
 * const acme: OAuth2Config = {
 *   id: 'acme',
 *   name: 'Acme',
 *   type: 'oauth',
 *   authorization: 'https://acme.example/authorize?scope=profile',
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
   * @example clientId: process.env.ACME_CLIENT_ID
   */
  clientId?: string
  /**
   * The secret that the provider gave to the application. @default `AUTH_<ID>_SECRET` of the environment
   * @example clientSecret: process.env.ACME_CLIENT_SECRET
   */
  clientSecret?: string
  /**
   * The issuer (RFC 8414 §2). In an entry it may contain the placeholder `{clientId}`.
   * @example issuer: 'https://login.example.com'
   */
  issuer?: string
  /**
   * The address of the discovery document, if it is not at the issuer's well-known path.
   * @example wellKnown: 'https://login.example.com/tenants/acme/discovery.json'
   */
  wellKnown?: string
  /**
   * The address of the JWKS. @default `jwks_uri` of the discovery document
   * @example jwks_endpoint: 'https://login.example.com/keys'
   */
  jwks_endpoint?: any
  /**
   * The authorization endpoint, or its address. @default that of the discovery document
   * @example authorization: { params: { scope: 'openid email', prompt: 'select_account' } }
   */
  authorization?: string | AuthorizationEndpointHandler
  /**
   * The token endpoint, or its address. @default that of the discovery document
   * @example token: 'https://acme.example/token'
   */
  token?: string | TokenEndpointHandler
  /**
   * The userinfo endpoint, or its address. @default that of the discovery document
   * @example userinfo: { url: 'https://acme.example/me', headers: { 'api-version': '2' } }
   */
  userinfo?: string | UserinfoEndpointHandler
  /**
   * The checks to use. `state` is always sent and checked. @default `pkce`, and `nonce` for an OIDC provider
   * @example checks: ['state']
   */
  checks?: readonly OAuthChecks[]
  /**
   * How the client is registered at the provider.
   * @example client: { token_endpoint_auth_method: 'client_secret_post' }
   */
  client?: Partial<Client>
  /**
   * Turns the provider's profile into a user. @default `sub` or `id`, the name, `email` and `picture`
   * @example profile: ({ user_id, display_name }) => ({ id: String(user_id), name: display_name })
   */
  profile?: ProfileCallback<P>
  /**
   * Selects the tokens that are stored with the account.
   * @default all that Auth.js stores: the tokens, the scope, the expiry
   * @example account: ({ refresh_token, scope }) => ({ refresh_token, scope })
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
   * @example pushedAuthorizationRequests: true
   */
  pushedAuthorizationRequests?: boolean
  /**
   * The configured parameters of the authorization request that a sign-in request may replace. @default []
   * @example openParameters: ['scope', 'prompt']
   */
  openParameters?: readonly string[]
  /**
   * An https link to where the provider says that it refuses PKCE. Without it an entry cannot turn PKCE off.
   * @example pkceUnsupported: 'https://acme.example/docs/oauth#parameters'
   */
  pkceUnsupported?: string
  /**
   * The placeholders in the issuer that a provider with many tenants publishes, and the claims that fill them.
   * @example issuerClaims: { tenantid: 'tid' }
   */
  issuerClaims?: Readonly<Record<string, string>>
  /**
   * Milliseconds that one request to the provider may take, including its body. @default 10000
   * @example timeout: 20 * 1000
   */
  timeout?: number
  /**
   * The colors and the logo of the button.
   * @example style: { bg: '#24292f', text: '#fff', logo: '/acme.svg' }
   */
  style?: OAuthProviderButtonStyles
  /**
   * The mark on the button, unless `style.logo` is set. @default the first letter of the name
   * @example icon: { color: '#24292f', path: 'M12 2 22 22H2z' }
   */
  icon?: ProviderIcon
  /**
   * Whether the provider has verified the e-mail address of the profile. Unless it returns `true`, the sign-in is never
   * linked by its address.
   * @default the claim `email_verified` of an OIDC provider with `trustAllEmails` or `emailDomains`; otherwise, and
   * without the claim, the address is neither verified nor unverified
   * @example emailVerified: ({ mail_confirmed }) => mail_confirmed === true
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
   * @example
   * const Acme = (options: OAuthUserConfig): OAuth2Config => ({ id: 'acme', name: 'Acme', type: 'oauth', options })
   */
  options?: OAuthUserConfig<P>
}

/**
 * An OpenID Connect provider.
 * @example
 * const acme: OIDCConfig = {
 *   id: 'acme',
 *   name: 'Acme',
 *   type: 'oidc',
 *   issuer: 'https://login.acme.example',
 *   trustAllEmails: true,
 * }
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
   * @example requiredAcr: ['urn:example:two-factors']
   */
  requiredAcr?: readonly string[]
  /**
   * Audiences that an ID token may have besides this client (OpenID Connect Core §3.1.3.7 (3)). @default []
   * @example trustedAudiences: ['https://api.example.com']
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
   * @example emailDomains: ['example.com']
   */
  emailDomains?: readonly string[]
  /**
   * Authentication methods (RFC 8176), such as `mfa`. `amr` of the ID token must name all of them.
   * @example requiredAmr: ['mfa']
   */
  requiredAmr?: readonly string[]
  /**
   * The options that the application passed to the provider function.
   * @example
   * const Acme = (options: OIDCUserConfig): OIDCConfig => ({ id: 'acme', name: 'Acme', type: 'oidc', options })
   */
  options?: OIDCUserConfig<P>
}

/**
 * A provider of OAuth 2.0 or OpenID Connect.
 * @example const hasIdToken = (provider: OAuthConfig) => provider.type === 'oidc'
 */
export type OAuthConfig<P = Profile> = OAuth2Config<P> | OIDCConfig<P>
/**
 * The options that an application passes to the function of an OAuth 2.0 provider.
 * @example const options: OAuthUserConfig = { timeout: 20 * 1000, authorization: { params: { prompt: 'consent' } } }
 */
export type OAuthUserConfig<P = Profile> = Omit<Partial<OAuth2Config<P>>, 'options' | 'type'>
/**
 * The options that an application passes to the function of an OpenID Connect provider.
 * @example const options: OIDCUserConfig = { emailDomains: ['example.com'], requiredAmr: ['mfa'] }
 */
export type OIDCUserConfig<P = Profile> = Omit<Partial<OIDCConfig<P>>, 'options' | 'type'>

/**
 * An e-mail that is ready to be sent. The text part and the HTML part have the same content.
 * @example const preview = ({ subject, text }: MailMessage) => `${subject}\n\n${text}`
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
 * @example
 * const sendNotification = ({ identifier, message }: NotificationParams) => mailer.send({ to: identifier, ...message })
 */
export interface NotificationParams {
  /**
   * The normalized address.
   * @example const recipient = ({ identifier }: NotificationParams) => ({ email: identifier })
   */
  identifier: string
  /**
   * The account page.
   * @example const text = ({ url }: NotificationParams) => `Your account has changed: ${url}`
   */
  url: string
  /**
   * The provider that sends the e-mail.
   * @example const sender = ({ provider }: NotificationParams) => provider.from ?? 'no-reply@example.com'
   */
  provider: EmailConfig
  /**
   * The theme of the config.
   * @example const greeting = ({ theme }: NotificationParams) => `Hello from ${theme.name ?? 'us'}`
   */
  theme: Theme
  /**
   * The built-in e-mail in the language of the request.
   * @example const content = ({ message: { subject, html } }: NotificationParams) => ({ subject, html })
   */
  message: MailMessage
  /**
   * Has a deadline and follows no redirects. It calls the provider's `customFetch`, if there is one.
   * @example
   * const send = ({ fetch, message }: NotificationParams) =>
   *   fetch('https://mail.example/send', { method: 'POST', body: JSON.stringify(message) })
   */
  fetch: typeof fetch
}

/**
 * What a mail provider receives to send a link or a code.
 * @example
 * const sendVerificationRequest = ({ identifier, message }: VerificationRequestParams) =>
 *   mailer.send({ to: identifier, ...message })
 */
export interface VerificationRequestParams extends NotificationParams {
  /**
   * The link to send. With `mode: 'code'` it is the page where the user types the code.
   * @example const text = ({ url }: VerificationRequestParams) => `Sign in: ${url}`
   */
  url: string
  /**
   * The code to send, formatted for display. Absent with `mode: 'link'`.
   * @example
   * const text = ({ code, url }: VerificationRequestParams) => (code === undefined ? `Open ${url}` : `Enter ${code}`)
   */
  code?: string
  /**
   * A link that confirms a browser for a day and signs no user in. Absent if the sign-in link works for a day.
   * @example
   * const hint = ({ confirmUrl }: VerificationRequestParams) => confirmUrl && `Confirm this browser: ${confirmUrl}`
   */
  confirmUrl?: string
  /**
   * When the link and the code expire.
   * @example const hint = ({ expires }: VerificationRequestParams) => `Valid until ${expires.toUTCString()}`
   */
  expires: Date
  /**
   * The token in clear; with `mode: 'code'` the code.
   * @example
   * const query = ({ identifier: email, token }: VerificationRequestParams) => new URLSearchParams({ email, token })
   */
  token: string
  /**
   * The request of the user: its URL, its headers and a form body that can be read.
   * @example
   * const languages = ({ request }: VerificationRequestParams) => request.headers.get('accept-language') ?? 'en'
   */
  request: Request
}

/**
 * The name of `VerificationRequestParams` in Auth.js.
 * @example
 * const send = ({ identifier, url }: EmailProviderSendVerificationRequestParams) =>
 *   mailer.send({ to: identifier, text: `Sign in: ${url}` })
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
 * const email: EmailConfig = {
 *   id: 'email',
 *   name: 'E-mail',
 *   type: 'email',
 *   maxAge: 60 * 60,
 *   sendVerificationRequest: ({ identifier, message }) => mailer.send({ to: identifier, ...message }),
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
   * @example from: 'Acme <no-reply@acme.example>'
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
   * @example codeLength: 6
   */
  codeLength?: number
  /**
   * Seconds until a link expires. A code expires after at most 900. @default 86400, and 900 if an e-mail has a code
   * @example maxAge: 60 * 60
   */
  maxAge?: number
  /**
   * Limits for each address. They need an adapter with `incrementCounter`.
   * @example limits: { sends: 3, attempts: 50 }
   */
  limits?: EmailLimits
  /**
   * Milliseconds that one call to a mail service may take. @default 10000
   * @example timeout: 20 * 1000
   */
  timeout?: number
  /**
   * Sends the e-mail. If it throws, the user sees the error `EmailSignInError`, and the log has the cause.
   * @example sendVerificationRequest: ({ identifier, message }) => mailer.send({ to: identifier, ...message })
   */
  sendVerificationRequest: (params: VerificationRequestParams) => Awaitable<void>
  /**
   * Sends the e-mail about a change of an account. Options with only `sendVerificationRequest` send none.
   * @example sendNotification: ({ identifier, message }) => mailer.send({ to: identifier, ...message })
   */
  sendNotification?: (params: NotificationParams) => Awaitable<void>
  /**
   * Hashes the tokens of this provider. @default the config's `secret`
   * @example secret: process.env.EMAIL_TOKEN_SECRET
   */
  secret?: string
  /**
   * The key of the mail service. @default `AUTH_<ID>_KEY` of the environment
   * @example apiKey: process.env.MAIL_SERVICE_KEY
   */
  apiKey?: string
  /**
   * The mail server: an SMTP URL or the options of a transport.
   * @example server: { host: 'smtp.example.com', port: 465, auth: { user: 'acme', pass: process.env.SMTP_PASSWORD } }
   */
  server?: unknown
  /**
   * Makes the token of a link; with `mode: 'code'` it makes the code.
   * @example generateVerificationToken: () => crypto.randomUUID()
   */
  generateVerificationToken?: () => Awaitable<string | null | undefined>
  /**
   * Normalizes an address. The result is validated again. If it throws, the address is refused.
   * @example normalizeIdentifier: (identifier) => identifier.trim().toLowerCase().replace(/\+.*@/, '@')
   */
  normalizeIdentifier?: (identifier: string) => string
  [customFetch]?: typeof fetch
  /**
   * The options that the application passed to the provider function.
   * @example options: { from: 'Acme <no-reply@acme.example>', mode: 'both' }
   */
  options?: EmailUserConfig
}
/**
 * The type of an e-mail provider.
 * @example const isEmail = (type: ProviderType): type is EmailProviderType => type === 'email'
 */
export type EmailProviderType = 'email'
/**
 * The options that an application passes to the function of an e-mail provider.
 * @example
 * const options: EmailUserConfig = { from: 'Acme <no-reply@acme.example>', mode: 'both' }
 * const email = Resend(options)
 */
export type EmailUserConfig = Omit<Partial<EmailConfig>, 'options' | 'type'>

/**
 * A provider whose credentials the application checks.
 * @example
 * const password: CredentialsConfig = {
 *   id: 'password',
 *   name: 'Password',
 *   type: 'credentials',
 *   credentials: { email: { type: 'email' }, password: { type: 'password' } },
 *   authorize: ({ email, password }) => checkPassword(email, password),
 * }
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
   * @example
   * credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } }
   */
  credentials: Inputs
  /**
   * Returns the user, or `null`. `id` becomes the `providerAccountId`. Throw `CredentialsSignin` to give a reason.
   * @example authorize: ({ email, password }) => checkPassword(email, password)
   */
  authorize: (credentials: Partial<Record<keyof Inputs, unknown>>, request: Request) => Awaitable<User | null>
  /**
   * The options that the application passed to the provider function.
   * @example options: { credentials: { pin: { label: 'PIN', inputmode: 'numeric' } } }
   */
  options?: Omit<Partial<CredentialsConfig<Inputs>>, 'options' | 'type'>
}
/**
 * The type of a credentials provider.
 * @example const isCredentials = (type: ProviderType): type is CredentialsProviderType => type === 'credentials'
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
 * @example const providers: AppProviders = [GitHub, Google]
 */
export type AppProviders = Provider[]

/**
 * The functions of the built-in providers, by id.
 * @example const makers: Pick<BuiltInProviders, 'github' | 'google'> = { github: GitHub, google: Google }
 */
export type BuiltInProviders = Record<
  OAuthProviderId,
  (options: Partial<OAuthConfig<SomeProfile>>) => OAuthConfig<SomeProfile>
> &
  Record<CredentialsProviderId, (options: Partial<CredentialsConfig>) => CredentialsConfig> &
  Record<EmailProviderId, (options: EmailUserConfig) => EmailConfig> &
  Record<WebAuthnProviderType, (options: WebAuthnUserConfig) => WebAuthnConfig>
