import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  Auth,
  createActionURL,
  createAuth,
  isAuthAction,
  raw,
  setEnvDefaults,
  type AuthAction,
  type AuthConfig,
  type customFetch,
  type ResponseInternal,
  type skipCSRFCheck,
} from '../../src/index.ts'
import { AuthError, CredentialsSignin, type AccessDenied, type ErrorType } from '../../src/errors.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import type {
  Account,
  AccountCallback,
  Adapter,
  AdapterSession,
  AdapterUser,
  AppProvider,
  AppProviders,
  AuthorizationEndpointHandler,
  Awaitable,
  BuiltInProviderType,
  CallbacksOptions,
  CommonProviderOptions,
  CookiesOptions,
  CredentialInput,
  CredentialsConfig,
  CredentialsProviderType,
  DefaultSession,
  EmailConfig,
  EmailProviderType,
  EmailUserConfig,
  EventCallbacks,
  JWT,
  JWTOptions,
  LoggerInstance,
  OAuth2Config,
  OAuthChecks,
  OAuthConfig,
  OAuthEndpointType,
  OAuthProviderButtonStyles,
  OAuthProviderType,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  PagesOptions,
  Profile,
  ProfileCallback,
  ProviderType,
  RedirectableProviderType,
  Session,
  Theme,
  TokenEndpointHandler,
  TokenSet,
  User,
  UserinfoEndpointHandler,
  WebAuthnProviderType,
} from '../../src/types.ts'

/** The type of an optional member when it is present. */
type Optional<Shape, Name extends keyof Shape> = undefined extends Shape[Name] ? Exclude<Shape[Name], undefined> : never

describe('Auth', () => {
  test('returns a Response, or plain data with raw', () => {
    const config: AuthConfig = { providers: [] }
    expectTypeOf(Auth).toBeCallableWith(new Request('https://a.example'), { providers: [] })
    expectTypeOf<ReturnType<typeof Auth>>().toEqualTypeOf<Promise<Response>>()
    const ask = (request: Request) => Auth(request, { ...config, raw })
    expectTypeOf<ReturnType<typeof ask>>().toEqualTypeOf<Promise<ResponseInternal>>()
  })

  test('accepts a config as in the start pages', async () => {
    const secret = 'a secret of the tests, thirty-two characters and more'
    const config = { providers: [GitHub({ clientId: 'c', clientSecret: 's' }), Google], secret, trustHost: true }
    const app = { fetch: (request: Request) => Auth(request, config) }
    expect(await (await app.fetch(new Request('https://a.example/auth/session'))).text()).toBe('null')
    const { session, cookies } = await createAuth(config).session(new Request('https://a.example/'))
    expect([session, cookies]).toEqual([null, []])
  })

  test('has helper functions', () => {
    expectTypeOf(createActionURL).parameters.toExtend<
      [AuthAction, string | undefined, Headers, unknown, ...unknown[]]
    >()
    expectTypeOf(createActionURL).returns.toEqualTypeOf<URL>()
    expectTypeOf(isAuthAction).guards.toEqualTypeOf<AuthAction>()
    expectTypeOf(setEnvDefaults).returns.toBeVoid()
    expectTypeOf<[typeof customFetch, typeof raw, typeof skipCSRFCheck]>().toExtend<[symbol, symbol, symbol]>()
  })
})

describe('AuthConfig', () => {
  test('has the options of the interface', () => {
    expectTypeOf<AuthConfig['providers']>().toEqualTypeOf<AppProviders>()
    expectTypeOf<Optional<AuthConfig, 'adapter'>>().toEqualTypeOf<Adapter>()
    expectTypeOf<Optional<AuthConfig, 'basePath'>>().toBeString()
    expectTypeOf<Optional<AuthConfig, 'callbacks'>>().toEqualTypeOf<Partial<CallbacksOptions>>()
    expectTypeOf<Optional<AuthConfig, 'cookies'>>().toEqualTypeOf<Partial<CookiesOptions>>()
    expectTypeOf<Optional<AuthConfig, 'debug'>>().toBeBoolean()
    expectTypeOf<Optional<AuthConfig, 'events'>>().toEqualTypeOf<Partial<EventCallbacks>>()
    expectTypeOf<Optional<AuthConfig, 'experimental'>>().toEqualTypeOf<{ enableWebAuthn?: boolean }>()
    expectTypeOf<Optional<AuthConfig, 'jwt'>>().toEqualTypeOf<Partial<JWTOptions>>()
    expectTypeOf<Optional<AuthConfig, 'logger'>>().toEqualTypeOf<Partial<LoggerInstance>>()
    expectTypeOf<Optional<AuthConfig, 'pages'>>().toEqualTypeOf<Partial<PagesOptions>>()
    expectTypeOf<Optional<AuthConfig, 'raw'>>().toEqualTypeOf<typeof raw>()
    expectTypeOf<Optional<AuthConfig, 'redirectProxyUrl'>>().toBeString()
    expectTypeOf<Optional<AuthConfig, 'secret'>>().toEqualTypeOf<string | string[]>()
    expectTypeOf<Optional<AuthConfig, 'skipCSRFCheck'>>().toEqualTypeOf<typeof skipCSRFCheck>()
    expectTypeOf<Optional<AuthConfig, 'theme'>>().toEqualTypeOf<Theme>()
    expectTypeOf<Optional<AuthConfig, 'trustHost'>>().toBeBoolean()
    expectTypeOf<Optional<AuthConfig, 'useSecureCookies'>>().toBeBoolean()
    expectTypeOf<Exclude<keyof PagesOptions, 'components'>>().toEqualTypeOf<
      'signIn' | 'signOut' | 'error' | 'verifyRequest' | 'newUser'
    >()
  })

  test('has session options', () => {
    type SessionOptions = Optional<AuthConfig, 'session'>
    expectTypeOf<Optional<SessionOptions, 'strategy'>>().toEqualTypeOf<'jwt' | 'database'>()
    expectTypeOf<Optional<SessionOptions, 'maxAge'>>().toBeNumber()
    expectTypeOf<Optional<SessionOptions, 'updateAge'>>().toBeNumber()
    expectTypeOf<Optional<SessionOptions, 'generateSessionToken'>>().toEqualTypeOf<() => string>()
  })

  test('has callbacks', () => {
    type Parameters_<Name extends keyof CallbacksOptions> = Parameters<CallbacksOptions[Name]>[0]
    expectTypeOf<Parameters_<'jwt'>['token']>().toEqualTypeOf<JWT>()
    expectTypeOf<Parameters_<'jwt'>['user']>().toEqualTypeOf<User | AdapterUser>()
    expectTypeOf<Parameters_<'jwt'>['account']>().toEqualTypeOf<Account | null>()
    expectTypeOf<Optional<Parameters_<'jwt'>, 'trigger'>>().toEqualTypeOf<'signIn' | 'signUp' | 'update'>()
    expectTypeOf<Optional<Parameters_<'jwt'>, 'isNewUser'>>().toBeBoolean()
    expectTypeOf<ReturnType<CallbacksOptions['jwt']>>().toEqualTypeOf<Awaitable<JWT | null>>()
    expectTypeOf<Parameters_<'redirect'>>().toEqualTypeOf<{ url: string; baseUrl: string }>()
    expectTypeOf<ReturnType<CallbacksOptions['redirect']>>().toEqualTypeOf<Awaitable<string>>()
    expectTypeOf<Optional<Parameters_<'session'>, 'trigger'>>().toEqualTypeOf<'update'>()
    expectTypeOf<ReturnType<CallbacksOptions['session']>>().toEqualTypeOf<Awaitable<Session | DefaultSession>>()
    expectTypeOf<Optional<Parameters_<'signIn'>, 'email'>>().toEqualTypeOf<{ verificationRequest?: boolean }>()
    expectTypeOf<Optional<Parameters_<'signIn'>, 'credentials'>>().toEqualTypeOf<Record<string, CredentialInput>>()
    expectTypeOf<Optional<Parameters_<'signIn'>, 'profile'>>().toEqualTypeOf<Profile>()
    expectTypeOf<ReturnType<CallbacksOptions['signIn']>>().toEqualTypeOf<Awaitable<boolean | string>>()
  })

  test('has six events of the interface, three about sign-in methods and three about deleted users', () => {
    type Known = 'createUser' | 'updateUser' | 'linkAccount' | 'session' | 'signIn' | 'signOut'
    type Added = 'unlinkAccount' | 'createAuthenticator' | 'deleteAuthenticator'
    type Deleted = 'deleteUser' | 'scheduleUserDeletion' | 'cancelUserDeletion'
    expectTypeOf<keyof EventCallbacks>().toEqualTypeOf<Known | Added | Deleted>()
    expectTypeOf<Parameters<EventCallbacks['signOut']>[0]>().toEqualTypeOf<
      { session: AdapterSession | void | null | undefined } | { token: JWT | null }
    >()
  })
})

describe('providers', () => {
  test('have their types', () => {
    expectTypeOf<ProviderType>().toEqualTypeOf<'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'>()
    expectTypeOf<RedirectableProviderType>().toEqualTypeOf<'email' | 'credentials'>()
    expectTypeOf<keyof CommonProviderOptions>().toEqualTypeOf<'id' | 'name' | 'type'>()
    expectTypeOf<AppProvider>().toExtend<CommonProviderOptions & { callbackUrl: string; signinUrl: string }>()
    expectTypeOf<OAuthEndpointType>().toEqualTypeOf<'authorization' | 'token' | 'userinfo'>()
    expectTypeOf<OAuthChecks>().toEqualTypeOf<'none' | 'state' | 'pkce' | 'nonce'>()
    expectTypeOf<Required<OAuthProviderButtonStyles>>().toEqualTypeOf<
      Record<'bg' | 'brandColor' | 'text' | 'logo' | 'bgDark' | 'textDark' | 'logoDark', string>
    >()
    expectTypeOf<CredentialsProviderType>().toEqualTypeOf<'credentials'>()
    expectTypeOf<EmailProviderType>().toEqualTypeOf<'email'>()
    expectTypeOf<BuiltInProviderType>().toEqualTypeOf<
      RedirectableProviderType | OAuthProviderType | WebAuthnProviderType
    >()
    expectTypeOf<keyof EmailUserConfig>().toExtend<keyof EmailConfig>()
  })

  test('can be written by hand', () => {
    const oauth: OAuth2Config = {
      id: 'a',
      name: 'A',
      type: 'oauth',
      clientId: 'c',
      clientSecret: 's',
      authorization: { url: 'https://a.example/authorize', params: { scope: 'user' } },
      token: 'https://a.example/token',
      userinfo: { url: 'https://a.example/user', request: ({ tokens }) => ({ id: tokens.access_token }) },
      checks: ['pkce', 'state'],
      client: { token_endpoint_auth_method: 'client_secret_post' },
      profile: (profile, tokens) => ({ id: String(profile.sub), name: tokens.scope ?? null }),
      account: (tokens) => tokens,
    }
    const oidc: OIDCConfig = { id: 'b', name: 'B', type: 'oidc', issuer: 'https://b.example', checks: ['nonce'] }
    const credentials: CredentialsConfig<{ name: CredentialInput }> = {
      id: 'c',
      name: 'C',
      type: 'credentials',
      credentials: { name: { label: 'Name' } },
      authorize: ({ name }, request) => ({ id: String(name), email: request.url }),
    }
    expectTypeOf([oauth, oidc, credentials, () => oauth]).toExtend<AppProviders>()
    expectTypeOf<OAuthUserConfig>().not.toHaveProperty('options')
    expectTypeOf<OIDCUserConfig>().not.toHaveProperty('type')
    expectTypeOf<OAuth2Config | OIDCConfig>().toEqualTypeOf<OAuthConfig>()
  })

  test('have endpoints with handlers', () => {
    expectTypeOf<Optional<OAuth2Config, 'authorization'>>().toEqualTypeOf<string | AuthorizationEndpointHandler>()
    expectTypeOf<Optional<OAuth2Config, 'token'>>().toEqualTypeOf<string | TokenEndpointHandler>()
    expectTypeOf<Optional<OAuth2Config, 'userinfo'>>().toEqualTypeOf<string | UserinfoEndpointHandler>()
    expectTypeOf<ProfileCallback<Profile>>().returns.toEqualTypeOf<Awaitable<User>>()
    expectTypeOf<AccountCallback>().toEqualTypeOf<(tokens: TokenSet) => TokenSet | undefined | void>()
  })
})

describe('users', () => {
  test('have the fields of the interface', () => {
    expectTypeOf<keyof User>().toEqualTypeOf<'id' | 'name' | 'email' | 'image'>()
    expectTypeOf<DefaultSession>().toEqualTypeOf<{ user?: User; expires: string }>()
    expectTypeOf<Session>().toExtend<DefaultSession>()
    expectTypeOf<Account['providerAccountId']>().toBeString()
    expectTypeOf<Optional<Account, 'expires_at'>>().toBeNumber()
    expectTypeOf<Optional<Profile, 'updated_at'>>().toEqualTypeOf<string | number | Date | null>()
  })
})

describe('errors', () => {
  test('extend AuthError', () => {
    expectTypeOf<AccessDenied>().toExtend<AuthError>()
    expectTypeOf<CredentialsSignin['code']>().toBeString()
    expectTypeOf(CredentialsSignin.kind).toEqualTypeOf<'signIn' | 'error'>()
    expectTypeOf<ErrorType>().toExtend<string>()
    expectTypeOf(AuthError).toBeConstructibleWith('why', { cause: new Error('because') })
    expectTypeOf(AuthError).toBeConstructibleWith(new Error('because'))
  })
})
