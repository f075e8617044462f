// What applications write for @auth/core.
import { Auth, createActionURL, customFetch, isAuthAction, setEnvDefaults } from '@authwright/core'
import type { AuthConfig } from '@authwright/core'
import type { Adapter, AdapterAccountType, AdapterUser, VerificationToken } from '@authwright/core/adapters'
import { AuthError, CredentialsSignin } from '@authwright/core/errors'
import { decode, encode, getToken } from '@authwright/core/jwt'
import type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from '@authwright/core/jwt'
import type {
  AppProviders,
  BuiltInProviders,
  CredentialInput,
  CredentialsConfig,
  CredentialsProviderId,
  EmailProviderId,
  EmailProviderSendVerificationRequestParams,
  OAuthConfig,
  OAuthProviderId,
  OAuthUserConfig,
  OIDCConfig,
  Provider,
  ProviderId,
} from '@authwright/core/providers'
import Apple from '@authwright/core/providers/apple'
import Credentials from '@authwright/core/providers/credentials'
import type { CredentialsConfig as NamedCredentialsConfig } from '@authwright/core/providers/credentials'
import Discord from '@authwright/core/providers/discord'
import type { EmailConfig } from '@authwright/core/providers/email'
import GitHub from '@authwright/core/providers/github'
import type { GitHubEmail, GitHubProfile } from '@authwright/core/providers/github'
import Google from '@authwright/core/providers/google'
import type { GoogleProfile } from '@authwright/core/providers/google'
import Keycloak from '@authwright/core/providers/keycloak'
import type { KeycloakProfile } from '@authwright/core/providers/keycloak'
import MicrosoftEntraID from '@authwright/core/providers/microsoft-entra-id'
import Nodemailer from '@authwright/core/providers/nodemailer'
import type { NodemailerConfig, NodemailerUserConfig } from '@authwright/core/providers/nodemailer'
import type { OAuth2Config } from '@authwright/core/providers/oauth'
import Passkey from '@authwright/core/providers/passkey'
import Resend from '@authwright/core/providers/resend'
import { DEFAULT_WEBAUTHN_TIMEOUT } from '@authwright/core/providers/webauthn'
import type { GetUserInfo, RelayingParty } from '@authwright/core/providers/webauthn'
import type {
  Account,
  Authenticator,
  DefaultSession,
  DefaultUser,
  LoggerInstance,
  Profile,
  PublicProvider,
  SemverString,
  Session,
  TokenSet,
  User,
  WarningCode,
  WebAuthnOptionsResponseBody,
} from '@authwright/core/types'

export type Reexported = [
  AppProviders,
  BuiltInProviders,
  CredentialsConfig,
  CredentialsProviderId,
  EmailProviderId,
  GetUserInfo,
  GitHubEmail,
  NodemailerUserConfig,
  OAuthProviderId,
  ProviderId,
  RelayingParty,
  SemverString,
  WebAuthnOptionsResponseBody,
]

class WrongPassword extends CredentialsSignin {
  override code = 'wrong-password'
}

interface TenantProfile extends Record<string, unknown> {
  id: string
  name: string
  mail: string
}

/** A provider of the application. */
function Tenant<P extends TenantProfile>(options: OAuthUserConfig<P> & { host: string }): OAuthConfig<P> {
  return {
    id: 'tenant',
    name: 'Tenant',
    type: 'oauth',
    authorization: { url: `${options.host}/authorize`, params: { scope: 'user' } },
    token: `${options.host}/token`,
    userinfo: {
      url: `${options.host}/me`,
      async request({ tokens, provider }: { tokens: TokenSet; provider: { userinfo?: { url?: URL } } }) {
        const headers = { authorization: `Bearer ${tokens.access_token}` }
        return fetch(provider.userinfo?.url as URL, { headers }).then(async (response) => await response.json())
      },
    },
    checks: ['pkce', 'state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile(profile) {
      return { id: profile.id, name: profile.name, email: profile.mail, image: null }
    },
    style: { logo: '/tenant.svg', brandColor: '#123456' },
    options,
  }
}

const oidc: OIDCConfig<Profile> = {
  id: 'own',
  name: 'Own',
  type: 'oidc',
  issuer: 'https://issuer.example',
  clientId: 'client',
  [customFetch]: fetch,
}

const credentials: NamedCredentialsConfig = Credentials({
  credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } },
  async authorize({ email, password }, request) {
    if (typeof email !== 'string' || password !== 'secret' || request.method !== 'POST') throw new WrongPassword()
    return { id: email, email }
  },
})

export const providers: Provider[] = [
  GitHub,
  Google({ authorization: { params: { prompt: 'consent', access_type: 'offline', response_type: 'code' } } }),
  GitHub({
    clientId: 'client',
    clientSecret: 'secret',
    profile(profile) {
      return { id: profile.id.toString(), name: profile.name ?? profile.login, email: profile.email }
    },
  }),
  Keycloak({
    issuer: 'https://keycloak.example/realms/main',
    async profile(profile: KeycloakProfile & { tenant: string }) {
      return { id: profile.sub, name: profile.name, email: profile.email, image: profile.tenant }
    },
  }),
  MicrosoftEntraID({ issuer: 'https://login.microsoftonline.com/tenant/v2.0' }),
  Discord({ authorization: 'https://discord.com/api/oauth2/authorize?scope=identify' }),
  Apple,
  Passkey,
  Resend({ from: 'no-reply@example.com' }),
  Nodemailer({
    server: { host: 'smtp.example.com', port: 587, auth: { user: 'user', pass: 'pass' } },
    from: 'no-reply@example.com',
    async sendVerificationRequest({ identifier, url, provider, theme, token, expires }) {
      console.log(identifier, new URL(url).host, provider.from, theme.brandColor, token, expires.getTime())
    },
  }),
  Tenant({ host: 'https://tenant.example', clientId: 'client' }),
  credentials,
  oidc,
]
if (DEFAULT_WEBAUTHN_TIMEOUT > 0) providers.push(Credentials({ authorize: () => null }))

/** As on the page about custom sign-in pages. */
export const providerMap = providers
  .map((provider) => {
    if (typeof provider === 'function') {
      const made = provider({})
      return { id: made.id, name: made.name }
    }
    return { id: provider.id, name: provider.name }
  })
  .filter(({ id }) => id !== 'credentials')

export const send = async ({ identifier, url }: EmailProviderSendVerificationRequestParams): Promise<void> =>
  console.log(identifier, url)
export const emailOf = (config: EmailConfig): string | undefined => config.from
export const serverOf = ({ server }: NodemailerConfig): boolean => typeof server === 'string'
export const inputs: Record<string, CredentialInput> = { code: { label: 'Code', type: 'text', placeholder: '000000' } }
export const nameOf = (entry: OAuth2Config<GitHubProfile> | OAuthConfig<GoogleProfile>): string => entry.name

const users = new Map<string, AdapterUser>()
const adapter: Adapter = {
  async createUser(user) {
    users.set(user.id, user)
    return user
  },
  getUser: (id) => users.get(id) ?? null,
  async getUserByAccount({ provider, providerAccountId }) {
    return users.get(`${provider}:${providerAccountId}`) ?? null
  },
  linkAccount(account) {
    const type: AdapterAccountType = account.type
    console.log(type, account.access_token, account.expires_at)
  },
  async useVerificationToken({ identifier, token }): Promise<VerificationToken> {
    return { identifier, token, expires: new Date() }
  },
  async getAuthenticator(credentialID) {
    const authenticator: Authenticator & { userId: string } = {
      credentialID,
      userId: 'ada',
      providerAccountId: 'a',
      counter: 0,
      credentialBackedUp: true,
      credentialPublicKey: 'key',
      credentialDeviceType: 'multiDevice',
    }
    return authenticator
  },
}

const logger: Partial<LoggerInstance> = {
  error: (error) => console.error(error.name, error.cause),
  warn: (code: WarningCode) => console.warn(code),
  debug: (message, metadata) => console.debug(message, metadata),
}

const refresh = async (token: JWT, tokens: TokenSet): Promise<JWT> => ({ ...token, expires: tokens.expires_at })

const jwt: Partial<JWTOptions> = {
  maxAge: 3600,
  encode: async (params: JWTEncodeParams) => await encode(params),
  decode: async (params: JWTDecodeParams) => await decode(params),
}

export const config: AuthConfig = {
  adapter,
  providers,
  secret: ['new secret', 'old secret'],
  basePath: '/api/auth',
  trustHost: true,
  debug: true,
  logger,
  jwt,
  session: { strategy: 'jwt', maxAge: 30 * 24 * 60 * 60, updateAge: 24 * 60 * 60 },
  pages: { signIn: '/login', error: '/error', newUser: '/welcome' },
  theme: { colorScheme: 'auto', brandColor: '#123456', logo: '/logo.svg' },
  experimental: { enableWebAuthn: true },
  cookies: { sessionToken: { name: 'session', options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true } } },
  callbacks: {
    async signIn({ user, account, profile, email, credentials: fields }) {
      if (account?.provider === 'google')
        return profile?.email_verified === true && !!profile.email?.endsWith('@a.example')
      if (email?.verificationRequest) return user.email !== 'blocked@example.com'
      return fields === undefined || '/refused'
    },
    redirect: ({ url, baseUrl }) =>
      url.startsWith('/') ? `${baseUrl}${url}` : new URL(url).origin === baseUrl ? url : baseUrl,
    async jwt({ token, user, account, profile, trigger, session }) {
      if (trigger === 'update' && session?.name) token.name = session.name
      if (account) return await refresh({ ...token, id: user.id, login: profile?.['login'] }, account)
      return token
    },
    session({ session, token, user }) {
      if (token.sub) session.user.id = token.sub
      session.userId = user?.id
      console.log(session.sessionToken)
      return { ...session, user: { ...session.user, name: token.name ?? null } }
    },
  },
  events: {
    async signIn({ user, account, isNewUser }) {
      console.log(user.id, account?.provider, isNewUser)
    },
    signOut(message) {
      if ('token' in message) console.log(message.token?.sub)
      else if (message.session) console.log(message.session.userId)
    },
    linkAccount: ({ account, profile }) => console.log(account.providerAccountId, profile.email),
  },
}
config.providers.push(GitHub)
for (const provider of config.providers) console.log(typeof provider === 'function' ? provider().id : provider.id)

setEnvDefaults(process.env as Record<string, string | undefined>, config)

export const handle = async (request: Request): Promise<Response> => {
  const action = new URL(request.url).pathname.split('/').pop() ?? ''
  if (!isAuthAction(action)) return Response.json(null)
  const url = createActionURL(action, 'https', request.headers, process.env, config)
  return await Auth(new Request(url, request), config)
}

export const readTokens = async (req: Request): Promise<[string | undefined, string, number]> => {
  const token = await getToken({ req, secret: 'secret', salt: 'session', secureCookie: true })
  const sealed: string = await getToken({ req, raw: true })
  const code = await encode<{ code: number }>({ token: { code: 7 }, secret: 'secret', salt: 'code' })
  const opened = await decode<{ code: number }>({ token: code, secret: 'secret', salt: 'code' })
  return [token?.sub, sealed, opened?.code ?? 0]
}

export const codeOf = (error: unknown): string => {
  if (error instanceof CredentialsSignin) return error.code
  return error instanceof AuthError ? error.type : 'Unknown'
}

export const nameIn = (session: Session & DefaultSession, user: User & DefaultUser, account: Account): string =>
  session.user?.name ?? user.name ?? account.provider
export const labelOf = ({ id, name, type, signinUrl, callbackUrl }: PublicProvider): string =>
  [id, name, type, signinUrl, callbackUrl].join(' ')
