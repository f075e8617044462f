import { appendFileSync } from 'node:fs'
import type { AuthConfig, Session, SignInOptions } from '@authwright/core'
import { fromAuthJs } from '@authwright/core/compat'
import { AuthError } from '@authwright/core/errors'
import { Passkey } from '@authwright/core/providers/passkey'
import { memoryAdapter } from '../memory-adapter.ts'
import type { Reply } from './reply.ts'

export { responseOf, streamOf, type Reply } from './reply.ts'

/**
 * How the test application differs from the default. Plain data, so that it can be passed to another process.
 * @example const options: ApplicationOptions = { basePath: '/shop/auth', mount: '/shop', trustsProxy: true }
 */
export interface ApplicationOptions {
  /**
   * Variables of the server's environment. @default a secret, and `AUTH_TRUST_HOST`
   * @example environment: { ...DEFAULT_ENVIRONMENT, AUTH_URL: 'https://app.example' }
   */
  readonly environment?: Readonly<Record<string, string>>
  /**
   * The base path of the config. @default '/auth'
   * @example basePath: '/shop/auth'
   */
  readonly basePath?: string
  /**
   * The path below which the routes of the application are, in a router of their own. @default ''
   * @example mount: '/shop'
   */
  readonly mount?: string
  /**
   * The issuer of an OpenID provider with the client `demo`.
   * @example issuer: 'http://127.0.0.1:5184'
   */
  readonly issuer?: string
  /**
   * Whether that provider posts its response from its own origin, as Apple does. @default false
   * @example hasFormPost: true
   */
  readonly hasFormPost?: boolean
  /**
   * Whether each read of a session renews its cookie. @default false
   * @example renewsAlways: true
   */
  readonly renewsAlways?: boolean
  /**
   * Whether the framework trusts the headers of a proxy. @default false
   * @example trustsProxy: true
   */
  readonly trustsProxy?: boolean
  /**
   * Whether the application's own parser reads every body first. @default false
   * @example parsesBodies: true
   */
  readonly parsesBodies?: boolean
  /**
   * Whether a middleware of the application sets security headers on every response. @default false
   * @example setsSecurityHeaders: true
   */
  readonly setsSecurityHeaders?: boolean
  /**
   * Whether sessions are in a database that is down. @default false
   * @example isDatabaseDown: true
   */
  readonly isDatabaseDown?: boolean
  /**
   * Whether reading a session takes a random time. @default false
   * @example isSlow: true
   */
  readonly isSlow?: boolean
  /**
   * Whether there is a second config for the staff, below `/staff/auth`. @default false
   * @example hasStaff: true
   */
  readonly hasStaff?: boolean
  /**
   * Whether the config is a function that chooses a tenant by the host. @default false
   * @example hasTenants: true
   */
  readonly hasTenants?: boolean
  /**
   * Whether sessions of Auth.js are taken over. @default false
   * @example hasLegacySessions: true
   */
  readonly hasLegacySessions?: boolean
  /**
   * Whether e-mails have a code in place of a link. @default false
   * @example hasCodes: true
   */
  readonly hasCodes?: boolean
  /**
   * Whether users sign up and in with passkeys, and in no other way. @default false
   * @example hasPasskeys: true
   */
  readonly hasPasskeys?: boolean
  /**
   * Whether the config has an option that the library does not know, and a logger that outlives the config.
   * @default false
   * @example hasUnknownOption: true
   */
  readonly hasUnknownOption?: boolean
  /**
   * A file to which each message is written too. A server in another process tells its messages so.
   * @example logFile: '/tmp/contract.log'
   */
  readonly logFile?: string
  /**
   * Whether the server speaks HTTP/2 without TLS. @default false
   * @example isHttp2: true
   */
  readonly isHttp2?: boolean
  /**
   * The server closes the connection of a request that has not arrived after so many milliseconds.
   * @default that of the server
   * @example requestTimeout: 300
   */
  readonly requestTimeout?: number
}

/**
 * What a subject passes to the package under test.
 * @example
 * const makeServer = ({ config }: Application) => createServer(listenerOf(config))
 * const start: Subject['start'] = (options) => serveInProcess(options, makeServer)
 */
export interface Application {
  /**
   * The config of the application.
   * @example const makeServer = ({ config }: Application) => createServer(listenerOf(config))
   */
  readonly config: AuthConfig
  /**
   * The config of a tenant, for `hasTenants`.
   * @example
   * const makeServer = ({ configFor }: Application) =>
   *   createServer((request, response) => listenerOf(configFor(request.headers.host))(request, response))
   */
  readonly configFor: (host: string | undefined) => AuthConfig
  /**
   * The config of the staff, for `hasStaff`.
   * @example const makeServers = ({ config, staff }: Application) => [config, staff].map((each) => createServer(listenerOf(each)))
   */
  readonly staff: AuthConfig
  /**
   * Messages of the library, which start with their level, `mail <address> <link or code>`, `notification <address> <link>`, `jwt` for each
   * call of that callback, and `read` and `renewed` for each read and each renewal of a session in the database.
   * @example const readLogs = ({ logs }: Application) => logs().join('\n')
   */
  readonly logs: () => readonly string[]
}

/**
 * The secret of the application.
 * @example const environment = { AUTH_SECRET: SECRET }
 */
export const SECRET = 'a secret of the framework contract, long enough'
/**
 * The environment variables of the application.
 * @example Object.assign(process.env, DEFAULT_ENVIRONMENT)
 */
export const DEFAULT_ENVIRONMENT = { AUTH_SECRET: SECRET, AUTH_TRUST_HOST: 'true' }
/**
 * The token of a session that Auth.js stored.
 * @example const cookie = `authjs.session-token=${LEGACY_TOKEN}`
 */
export const LEGACY_TOKEN = 'a-session-token-of-authjs'
/**
 * Bytes that these users have in their sessions: more than one cookie can hold, and more than all cookies can hold.
 * @example const filler = 'x'.repeat(FILLERS['large'] ?? 0)
 */
export const FILLERS: Readonly<Record<string, number>> = { large: 5000, huge: 50_000 }

/**
 * Security headers that an application sets on each of its responses.
 * @example const reply = new Response('Hello', { headers: SECURITY_HEADERS })
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'unsafe-url',
} as const

/**
 * The check of `/api/protected`.
 *
 * @example
 * isAdmin({ user: { role: 'admin' } }) // true
 */
export const isAdmin = ({ user }: { readonly user: object }): boolean => Reflect.get(user, 'role') === 'admin'

const passwordProvider = (name: string) => ({
  id: 'password',
  name,
  type: 'credentials' as const,
  credentials: { username: { label: 'Username' }, password: { label: 'Password', type: 'password' } },
  authorize: ({ username, password }: Partial<Record<string, unknown>>) =>
    password === 'correct' && typeof username === 'string' ? { id: username, name: username } : null,
})

interface Mail {
  readonly identifier: string
  readonly url?: string
  readonly code?: string
}

const emailProvider = (hasCodes: boolean, log: (line: string) => void) => ({
  id: 'email',
  name: 'E-mail',
  type: 'email' as const,
  mode: hasCodes ? ('code' as const) : ('link' as const),
  sendVerificationRequest: ({ identifier, url, code }: Mail): void => log(`mail ${identifier} ${code ?? url}`),
  sendNotification: ({ identifier, url }: { readonly identifier: string; readonly url?: string }): void =>
    log(`notification ${identifier} ${url}`),
})

const identityProvider = (issuer: string, hasFormPost: boolean) => ({
  id: 'idp',
  name: 'Provider',
  type: 'oidc' as const,
  issuer,
  clientId: 'demo',
  clientSecret: 'demo-secret',
  ...(hasFormPost ? { authorization: { params: { response_mode: 'form_post' } } } : {}),
})

const makeCallbacks = (isSlow: boolean, log: (line: string) => void): NonNullable<AuthConfig['callbacks']> => {
  let reads = 0
  return {
    jwt: ({ token, trigger, session }) => {
      log('jwt')
      const { size, name } = (session ?? {}) as { readonly size?: number; readonly name?: string }
      if (trigger === 'update' && name !== undefined) token.name = name
      const length = trigger === 'update' ? size : FILLERS[token.sub ?? '']
      if (length !== undefined && trigger !== undefined) token['filler'] = 'x'.repeat(length)
      return token
    },
    session: async ({ session, token }) => {
      reads += 1
      const read = reads
      if (isSlow) await new Promise((resolve) => void setTimeout(resolve, Math.random() * 20))
      const role = token?.sub === 'admin' ? 'admin' : 'user'
      return { ...session, user: { ...session.user, role }, read, filler: token?.['filler'] }
    },
  }
}

/** An adapter with one session of Auth.js, and one whose database is down. */
const makeAdapter = async (
  { isDatabaseDown = false, hasLegacySessions = false, isSlow = false }: ApplicationOptions,
  log: (line: string) => void,
) => {
  const adapter = memoryAdapter()
  if (hasLegacySessions) {
    const user = await adapter.createUser({
      id: 'ada',
      name: 'ada',
      email: 'ada@example.org',
      emailVerified: new Date(),
    })
    await adapter.createSession({
      sessionToken: LEGACY_TOKEN,
      userId: user.id,
      expires: new Date(Date.now() + 86_400_000),
    })
  }
  const getSessionAndUser: typeof adapter.getSessionAndUser = async (token) => {
    log('read')
    if (isDatabaseDown) throw new Error('the database is down')
    if (isSlow) await new Promise((resolve) => void setTimeout(resolve, 20))
    return adapter.getSessionAndUser(token)
  }
  const updateSession: typeof adapter.updateSession = (session) => {
    log('renewed')
    return adapter.updateSession(session)
  }
  return { ...adapter, getSessionAndUser, updateSession }
}

/** The type of an error. A bundler shortens the names of classes, and may have several copies of one. */
const typeOf = (error: Error): string => ('type' in error ? String(error.type) : error.name)

type Logger = NonNullable<AuthConfig['logger']>

/** The first logger of this process, as an application has that keeps its logger while the developer edits the config. */
const keepLogger = (logger: Logger): Logger => {
  const kept = globalThis as { contractLogger?: Logger }
  return (kept.contractLogger ??= logger)
}

/**
 * The configs of the test application.
 *
 * @example
 * const { config } = await makeApplication({ hasPasskeys: true })
 */
export const makeApplication = async (options: ApplicationOptions = {}): Promise<Application> => {
  const { isSlow = false, renewsAlways = false, isDatabaseDown = false, hasLegacySessions = false } = options
  const { issuer, hasFormPost = false, hasPasskeys = false, hasCodes = false, hasUnknownOption = false } = options
  const lines: string[] = []
  const write = (line: string): void => {
    lines.push(line)
    if (options.logFile !== undefined) appendFileSync(options.logFile, `${line.replaceAll('\n', ' ')}\n`)
  }
  const log =
    (level: string) =>
    (...parts: readonly unknown[]): void => {
      const texts = parts.map((part) =>
        part instanceof Error ? `${typeOf(part)} ${part.message}` : JSON.stringify(part),
      )
      write([level, ...texts].join(' '))
    }
  const logger = { error: log('error'), warn: log('warn'), debug: () => undefined }
  const strategy = isDatabaseDown || hasLegacySessions ? 'database' : 'jwt'
  const plain: AuthConfig = {
    providers: hasPasskeys
      ? [Passkey()]
      : [
          passwordProvider('Password'),
          emailProvider(hasCodes, write),
          ...(issuer === undefined ? [] : [identityProvider(issuer, hasFormPost)]),
        ],
    experimental: { enableWebAuthn: hasPasskeys },
    basePath: options.basePath ?? '/auth',
    adapter: await makeAdapter(options, write),
    session: { strategy, ...(renewsAlways ? { updateAge: 0 } : {}) },
    callbacks: makeCallbacks(isSlow, write),
    logger,
    ...(hasUnknownOption ? { providres: [], logger: keepLogger(logger) } : {}),
  }
  const config = hasLegacySessions ? fromAuthJs(plain, { until: new Date(Date.now() + 86_400_000) }) : plain
  const tenants = new Map<string, AuthConfig>()
  const configFor = (host = ''): AuthConfig => {
    const found = tenants.get(host) ?? { ...config, providers: [passwordProvider(`Password of ${host}`)] }
    tenants.set(host, found)
    return found
  }
  const staff = { ...config, basePath: '/staff/auth', cookies: { sessionToken: { name: 'staff-session' } } }
  return { config, configFor, staff, logs: () => lines }
}

/**
 * What a route needs of the package under test.
 * @example
 * const signInFrom = ({ query, signIn }: RouteTools) =>
 *   signIn('password', { fields: Object.fromEntries(query), redirectTo: '/' })
 */
export interface RouteTools {
  /**
   * The query of the request.
   * @example const rename = ({ query, update }: RouteTools) => update({ name: query.get('name') })
   */
  readonly query: URLSearchParams
  /**
   * Returns the session.
   * @example const greet = async ({ auth }: RouteTools) => `Hello ${(await auth())?.user?.name ?? 'guest'}`
   */
  readonly auth: () => Promise<Session | null>
  /**
   * Starts a sign-in, and returns the address to redirect to.
   * @example const enter = ({ signIn }: RouteTools) => signIn('password', { fields: { username: 'ada', password: 'correct' } })
   */
  readonly signIn: (provider: string, options: SignInOptions) => Promise<string>
  /**
   * Ends the session, and returns the address to redirect to.
   * @example const leave = ({ signOut }: RouteTools) => signOut()
   */
  readonly signOut: () => Promise<string>
  /**
   * Updates the session.
   * @example const rename = ({ update }: RouteTools) => update({ name: 'Ada King' })
   */
  readonly update: (data: unknown) => Promise<Session | null>
}

/**
 * What a route of the application does.
 * @example const respond = async (route: ApplicationRoute, tools: RouteTools) => responseOf(await route(tools))
 */
export type ApplicationRoute = (tools: RouteTools) => Promise<Reply>

const reply = (body: string, more: Partial<Reply> = {}): Reply => ({
  status: 200,
  cookies: [],
  body,
  ...more,
  headers: { 'content-type': 'text/html; charset=utf-8', ...more.headers },
})

const json = (value: unknown): Reply =>
  reply(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })

const redirect = (location: string): Reply => reply('', { status: 302, headers: { location } })

const nameOf = (session: Session | null): string => session?.user?.name ?? 'signed out'

/** Reads the session three times, twice at the same time. */
const readThrice = async (auth: RouteTools['auth']): Promise<readonly (Session | null)[]> => [
  await auth(),
  ...(await Promise.all([auth(), auth()])),
]

/**
 * Where the action of the page `/act` redirects: the name of the user, and the number of each read of the session.
 *
 * @example
 * const session = { user: { name: 'ada' }, read: 7, expires: '2030-01-01T00:00:00.000Z' }
 * const path = await actedPath(() => Promise.resolve(session)) // '/acted?name=ada&reads=7,7,7'
 */
export const actedPath = async (auth: RouteTools['auth']): Promise<string> => {
  const sessions = await readThrice(auth)
  const reads = sessions.map((session) => String((session as { readonly read?: number } | null)?.read))
  return `/acted?name=${nameOf(sessions[0] ?? null)}&reads=${reads.join()}`
}

/**
 * The page that the guard protects.
 * @example const showMembers = () => responseOf(protectedReply)
 */
export const protectedReply: Reply = reply('<h1>Members only</h1>')

/**
 * The page for an address that the application does not have. It reads the session, as a page with a header does.
 *
 * @example
 * const { status } = await missingReply(tools) // 404
 */
export const missingReply: ApplicationRoute = async ({ auth }) =>
  reply(`Nothing here for ${nameOf(await auth())}`, { status: 404 })

/**
 * The page that the application shows when its own code fails.
 * @example const showError = () => responseOf(errorReply)
 */
export const errorReply: Reply = reply('Application error', { status: 500 })

/**
 * The routes of the test application. Each framework adds in its own way: `/protected` and `/api/protected` (with `isAdmin`) behind its
 * guard, `/fetched`, which reads the session and returns a `fetch` of `/own-cookie`, and the pages for missing addresses and errors.
 *
 * `/client` is a page whose script uses the code of the package for the browser. Here it loads the script from `/client.js`; frameworks
 * with scripts of their own write the page as they do. The script sets the attribute `data-ready` of an element when it runs. With a
 * session store, the button `rename` updates the session with `{ name: 'Ada King' }`.
 *
 * With `thrown-redirect`, `/thrown-redirect` reads the session and throws the framework's own redirect to `/api/me`.
 *
 * A framework that renders pages has these too, and writes `/` and `/protected` as pages of its own:
 *
 * - `/user`: the name, or `signed out`, in an element with the id `user`. Its component runs in the browser too, if there are such.
 * - `/enter`: a form with the fields `username` and `password` and an action that redirects to `/api/me`, or, after an `AuthError`, to
 *   `/enter?refused=<type>`, which shows the type.
 * - `/leave`: a form with an action that signs out.
 * - `/act`: a form with an action that redirects to `actedPath`.
 * - `/static`: a prerendered page with the text `signed out`.
 * @example const paths = Object.keys(applicationRoutes) // ['GET /', 'GET /client', …]
 */
export const applicationRoutes: Readonly<Record<`${'GET' | 'POST'} /${string}`, ApplicationRoute>> = {
  'GET /': async ({ auth }) => {
    const text = JSON.stringify(await auth()).replaceAll('<', '\\u003c')
    return reply(`<!doctype html><script type="application/json" id="session">${text}</script>`)
  },
  'GET /client': async ({ auth }) =>
    reply(`<!doctype html>
<p id="user">${nameOf(await auth())}</p>
<p id="refused"></p>
<form><input name="username"><input name="password" type="password"><button>Sign in</button></form>
<button id="rename">Rename</button>
<button id="sign-out">Sign out</button>
<script type="module" src="/client.js"></script>`),
  'GET /api/me': async ({ auth }) => json(await auth()),
  'GET /twice': async ({ auth }) => json(await readThrice(auth)),
  'GET /redirect': async ({ auth }) => redirect(`/?user=${nameOf(await auth())}`),
  'GET /stream': async ({ auth }) => reply(`first ${nameOf(await auth())} `, { rest: () => Promise.resolve('second') }),
  'GET /unawaited': ({ auth }) => {
    auth().catch(() => undefined)
    return Promise.resolve(reply('sent'))
  },
  'GET /late': async ({ auth }) => reply('first ', { rest: async () => nameOf(await auth()) }),
  'GET /own-cookie': async ({ auth }) => {
    await auth()
    return reply('cookies', {
      cookies: ['one=1; Path=/', 'two=2; Path=/'],
      headers: { 'cache-control': 'public, max-age=60' },
    })
  },
  'GET /same-cookie': async ({ auth }) => {
    await auth()
    return reply('cookie', { cookies: ['authwright.session-token=own; Path=/'] })
  },
  'GET /throws': async ({ auth }) => {
    await auth()
    throw new Error('the application failed')
  },
  'POST /login': async ({ query, signIn }) => {
    const fields = Object.fromEntries(query)
    try {
      return redirect(await signIn('password', { fields, redirectTo: '/api/me' }))
    } catch (error) {
      if (error instanceof AuthError) return reply(`refused: ${error.type}`, { status: 403 })
      throw error
    }
  },
  'POST /uncaught': async ({ signIn }) =>
    redirect(await signIn('password', { fields: { username: 'ada', password: 'wrong' }, redirectTo: '/api/me' })),
  'POST /logout': async ({ signOut }) => redirect(await signOut()),
  'POST /resize': async ({ query, update }) => json(await update({ size: Number(query.get('size')) })),
}
