import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryAdapter } from '@authwright/testing'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Adapter, AdapterUser } from '../../src/adapters.ts'
import { explanationOf, explanationPage, makeAuthCache, makeRequestContext } from '../../src/framework.ts'
import { createAuth, defaultRuntime, setEnvDefaults, type AuthConfig } from '../../src/index.ts'
import { encode } from '../../src/jwt.ts'
import Foursquare from '../../src/providers/foursquare.ts'
import GitHub from '../../src/providers/github.ts'
import GitLab from '../../src/providers/gitlab.ts'
import Keycloak from '../../src/providers/keycloak.ts'
import Nodemailer from '../../src/providers/nodemailer.ts'
import Passkey from '../../src/providers/passkey.ts'
import Resend from '../../src/providers/resend.ts'
import { oidc } from '../oauth/oauth-setup.ts'
import { startOp } from '../oauth/op.ts'
import { location, makeClock, SECRET, TestBrowser } from '@authwright/test-kit/auth-setup'

/*
 * The mistakes that newcomers make. What the terminal and, in development, the browser show has to solve each. Elsewhere are:
 * `handle` that is not exported (packages/sveltekit/test/actions.test.ts, and `config.hook` of doctor), links of prerendered pages
 * (packages/sveltekit/test/handle.test.ts), columns that are added while the application runs (packages/adapter-sql/test/schema.test.ts).
 */

const ORIGIN = 'http://localhost:5173'
const env = { AUTH_SECRET: SECRET, NODE_ENV: 'development' }
const client = { clientId: 'c', clientSecret: 's' }
const github = GitHub(client)
const password = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ({ id: 'u1', name: 'Ann' }),
}

const visitorOf = (given: object, variables: object, more: object = {}) => {
  const terminal: string[] = []
  const write = (line: unknown): void => void terminal.push(String(line))
  const runtime = {
    ...defaultRuntime,
    now: makeClock().now,
    hasColors: false,
    console: { error: write, warn: write, debug: write },
    ...more,
  }
  const config = { providers: [], ...given } as AuthConfig
  setEnvDefaults({ ...env, ...variables }, config, true)
  const auth = createAuth(config, runtime)
  return { terminal, auth, browser: new TestBrowser(auth, makeClock()) }
}
type Visitor = ReturnType<typeof visitorOf>

/** A request of a browser on the development server; redirects are followed once. */
const open = async (
  { auth, browser }: Visitor,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: URLSearchParams } = {},
): Promise<string> => {
  const headers = { cookie: browser.header, ...init.headers }
  const response = await auth.handle(new Request(new URL(path, ORIGIN), { ...init, headers }))
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/)
    browser.cookies.set(name, value)
  }
  const to = response.headers.get('location')
  return to !== null && to.startsWith(ORIGIN)
    ? open({ auth, browser, terminal: [] }, to)
    : `${to ?? ''}${await response.text()}`
}
const submit = (visitor: Visitor, path: string, fields: Record<string, string> = {}, origin = ORIGIN) =>
  open(visitor, path, {
    method: 'POST',
    headers: { origin, accept: 'text/html' },
    body: new URLSearchParams(fields),
  })
const page = (visitor: Visitor) => open(visitor, '/auth/signin')
const start =
  (id: string, fields = {}) =>
  (visitor: Visitor) =>
    submit(visitor, `/auth/signin/${id}`, fields)
const signIn = (visitor: Visitor) => submit(visitor, '/auth/callback/credentials')
/** A page of the application, which calls `auth()`. */
const ownPage = async ({ auth, browser }: Visitor) =>
  auth.session({ url: ORIGIN, headers: new Headers({ cookie: browser.header }) }).then(
    () => '',
    () => '',
  )
const signInThen = (next: (visitor: Visitor) => Promise<string>) => async (visitor: Visitor) => {
  await signIn(visitor)
  return next(visitor)
}

const lacking = (...names: readonly (keyof Adapter)[]): Adapter =>
  Object.fromEntries(Object.entries(memoryAdapter()).filter(([name]) => !names.some((other) => other === name)))
const failing = (message: string): Adapter => ({
  ...memoryAdapter(),
  getSessionAndUser: () => Promise.reject(new Error(message)),
})
const stored = {
  providers: [github],
  session: { strategy: 'database' as const },
}
const passkeys = { adapter: memoryAdapter(), experimental: { enableWebAuthn: true } }
const withSession = (next: (visitor: Visitor) => Promise<string>) => (visitor: Visitor) => {
  visitor.browser.cookies.set('authwright.session-token', 'a-session-token')
  return next(visitor)
}
const refused = (): never => {
  throw Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
  })
}
const smtpDown = {
  sendVerificationRequest: () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:25')),
}
const SHORT = 'sh0rt-and-private'

interface Mistake {
  readonly config?: object
  readonly env?: object
  readonly runtime?: object
  readonly visit?: (visitor: Visitor) => Promise<string>
  /** What the terminal says. */
  readonly says: readonly (string | RegExp)[]
  /** Whether only the terminal says it, because the user sees a page of the application, or nothing is wrong yet. */
  readonly terminalOnly?: true
  /** Whether only a development server says it, because in production any visitor could fill the log with it. */
  readonly developmentOnly?: true
}

const DOCS = /^\[docs\] https:\/\/github\.com\/authwright\/authwright\/blob\/main\/docs\/reference\/errors\/\w+\.md$/m

const DOCS_LINK = /href="https:\/\/github\.com\/[^"]+errors\/\w+\.md"/

const mistakes: Readonly<Record<string, Mistake>> = {
  'no secret': {
    env: { AUTH_SECRET: '' },
    says: ['MissingSecret', '[fix] Set AUTH_SECRET to the output of: openssl rand -base64 33', DOCS],
  },
  'a short secret': {
    env: { AUTH_SECRET: SHORT },
    says: [
      'WeakSecret',
      '[fix] Replace the 17 characters of AUTH_SECRET by the output of: openssl rand -base64 33',
      DOCS,
    ],
  },
  'AUTH_URL of another port': {
    config: { providers: [github] },
    env: { AUTH_URL: 'http://localhost:3000' },
    visit: start('github'),
    says: [
      'MissingCSRF',
      ORIGIN,
      'origin http://localhost:3000',
      `[fix] If both are this application, set AUTH_URL=${ORIGIN}`,
      DOCS,
    ],
  },
  'AUTH_URL without a scheme': {
    env: { AUTH_URL: 'localhost:5173' },
    says: [
      'InvalidConfig: origin (AUTH_URL) has to be an http or https URL, but is "localhost:5173"',
      '[fix] Change origin (AUTH_URL) from "localhost:5173" to AUTH_URL=http://localhost:5173',
      DOCS,
    ],
  },
  'no client id': {
    config: { providers: [GitHub] },
    visit: start('github'),
    says: ['InvalidConfig: Provider "github" has no clientId', '[fix] Set AUTH_GITHUB_ID', DOCS],
  },
  AUTH_GITHUB_CLIENT_ID: {
    config: { providers: [GitHub] },
    env: { AUTH_GITHUB_CLIENT_ID: 'c', AUTH_GITHUB_CLIENT_SECRET: 's' },
    visit: start('github'),
    says: ['[fix] Set AUTH_GITHUB_ID (AUTH_GITHUB_CLIENT_ID is not read), or the option clientId'],
  },
  'no client secret': {
    config: { providers: [GitHub] },
    env: { AUTH_GITHUB_ID: 'c' },
    visit: start('github'),
    says: ['has no clientSecret', '[fix] Set AUTH_GITHUB_SECRET (AUTH_GITHUB_CLIENT_SECRET is not read)'],
  },
  'neighbors in the name of an option that are swapped': {
    config: { thmee: {} },
    says: ['"thmee" is not an option of this library; did you mean "theme"?'],
    terminalOnly: true,
  },
  'letters of an option that are missing at its beginning': {
    config: { calbacks: {} },
    says: ['"calbacks" is not an option of this library; did you mean "callbacks"?'],
    terminalOnly: true,
  },
  'an unknown provider in an address': {
    config: { providers: [github] },
    visit: start('githb'),
    says: ['No provider has the id "githb"; did you mean "github"? The providers of the config: github'],
    developmentOnly: true,
  },
  'an unknown provider in the browser: the client library posts a form with a header': {
    config: { providers: [github] },
    visit: (visitor) =>
      open(visitor, '/auth/signin/githb', {
        method: 'POST',
        headers: { origin: ORIGIN, 'x-auth-return-redirect': '1' },
        body: new URLSearchParams(),
      }),
    // The client library loads this address, which is the previous case.
    says: ['No provider has the id "githb"; did you mean "github"? The providers of the config: github'],
    developmentOnly: true,
  },
  'an unknown provider in server code, as the actions of components call it': {
    config: { providers: [github] },
    visit: async (visitor) => {
      const { redirect = '' } = await visitor.auth.signIn({ url: ORIGIN, headers: new Headers() }, 'githb')
      return open(visitor, redirect)
    },
    says: ['No provider has the id "githb"; did you mean "github"? The providers of the config: github'],
  },
  'an unknown route': {
    visit: (visitor) => open(visitor, '/auth/login'),
    says: ['There is no route at /auth/login', 'signin'],
    developmentOnly: true,
  },
  'a typo in an import': {
    config: { providers: [github, undefined] },
    says: [
      'providers[1] is not a provider, but undefined',
      "import GitHub from '@authwright/core/providers/github'",
      '[fix] Correct the import of providers[1]',
      DOCS,
    ],
  },
  'a provider that refuses without a state': {
    config: { providers: [github] },
    visit: (visitor) =>
      open(visitor, '/auth/callback/github?error=redirect_uri_mismatch&error_description=not+registered'),
    says: [
      'OAuthCallbackError',
      'not registered',
      `[fix] Register the callback URL ${ORIGIN}/auth/callback/github at the provider`,
      DOCS,
    ],
  },
  'providers that are no list': {
    config: { providers: github as never },
    says: ['InvalidConfig: providers has to be an array', '[fix] Change providers from an object to an array', DOCS],
  },
  'a misspelt option': {
    config: { callback: {} },
    says: [
      '[auth][warn][unknown-option] "callback" is not an option of this library; did you mean "callbacks"?',
      /^\[docs\] .*warnings\.md#unknown-option$/m,
    ],
    terminalOnly: true,
  },
  'an adapter that lacks methods': {
    config: {
      ...stored,
      adapter: lacking('createSession', 'getSessionAndUser'),
    },
    says: [
      'MissingAdapterMethods',
      'createSession (session.strategy "database")',
      '[fix] Add createSession, getSessionAndUser to the adapter, or remove what needs them: session.strategy "database"',
      DOCS,
    ],
  },
  'mail without an adapter': {
    config: {
      providers: [Nodemailer({ server: 'smtp://127.0.0.1:25', from: 'a@example.com' })],
    },
    says: ['MissingAdapter', 'An adapter is needed for', 'sqliteAdapter({ path', DOCS],
  },
  'passkeys without the option': {
    config: { providers: [Passkey], adapter: memoryAdapter() },
    says: ['ExperimentalFeatureNotEnabled', '[fix] Add experimental: { enableWebAuthn: true } to the config', DOCS],
  },
  'migrations that were not run': {
    config: { ...stored, adapter: failing('no such table: sessions') },
    visit: withSession((visitor) => open(visitor, '/auth/session')),
    says: [
      'AdapterError: getSessionAndUser failed',
      '[fix] Run: npx @authwright/cli migrate',
      '[cause] Error: no such table: sessions',
    ],
  },
  'a database that is down, on a route of the library': {
    config: {
      ...stored,
      adapter: failing('connect ECONNREFUSED 127.0.0.1:5432'),
    },
    visit: withSession((visitor) => open(visitor, '/auth/session')),
    says: ['AdapterError', 'connect ECONNREFUSED 127.0.0.1:5432', DOCS],
  },
  'a database that is down, on a page of the application': {
    config: {
      ...stored,
      adapter: failing('connect ECONNREFUSED 127.0.0.1:5432'),
    },
    visit: withSession(ownPage),
    says: ['AdapterError', 'connect ECONNREFUSED 127.0.0.1:5432', DOCS],
    terminalOnly: true,
  },
  'a mail server that is down': {
    config: {
      providers: [
        {
          ...Nodemailer({
            server: 'smtp://127.0.0.1:25',
            from: 'a@example.com',
          }),
          options: smtpDown,
        },
      ],
      adapter: memoryAdapter(),
    },
    visit: start('nodemailer', { email: 'ann@example.com' }),
    says: ['EmailSignInError', 'connect ECONNREFUSED 127.0.0.1:25', DOCS],
  },
  'a mail service without its key': {
    config: {
      providers: [Resend({ from: 'a@example.com' })],
      adapter: memoryAdapter(),
    },
    visit: start('resend', { email: 'ann@example.com' }),
    says: ['InvalidConfig: Provider "resend" has no API key', '[fix] Set AUTH_RESEND_KEY, or the option apiKey', DOCS],
  },
  'a session callback that returns nothing': {
    config: { providers: [password], callbacks: { session: () => undefined } },
    visit: signInThen((visitor) => open(visitor, '/auth/session')),
    says: [
      'JWTSessionError',
      '[cause] TypeError: The session callback has to return a session or null, but returned undefined',
    ],
  },
  'a session callback that returns nothing, on a page of the application': {
    config: { providers: [password], callbacks: { session: () => undefined } },
    visit: signInThen(ownPage),
    says: ['JWTSessionError', 'The session callback has to return a session or null, but returned undefined'],
    terminalOnly: true,
  },
  'a session callback that reads the user of a database, without one': {
    config: {
      providers: [password],
      callbacks: { session: ({ user }: { user: { id: string } }) => ({ user: { id: user.id } }) },
    },
    visit: signInThen((visitor) => open(visitor, '/auth/session')),
    says: [
      'JWTSessionError',
      "[cause] TypeError: Cannot read properties of undefined (reading 'id')",
      '[fix] Correct the callback at the lines below the cause.',
      'session gets user with sessions in the database, else token',
    ],
  },
  'a jwt callback that returns nothing': {
    config: { providers: [password], callbacks: { jwt: () => undefined } },
    visit: signIn,
    says: ['JWTSessionError', 'The jwt callback has to return claims or null, but returned undefined', DOCS],
  },
  'a jwt callback that returns its own claims only': {
    config: { providers: [password], callbacks: { jwt: () => ({ role: 'admin' }) } },
    visit: signIn,
    says: [
      '[auth][warn][jwt-claims-lost] The jwt callback returned claims without sub',
      '({ ...token, role })',
      /^\[docs\] .*warnings\.md#jwt-claims-lost$/m,
    ],
    terminalOnly: true,
    developmentOnly: true,
  },
  'a session callback that returns its own members only': {
    config: { providers: [password], callbacks: { session: () => ({ role: 'admin' }) } },
    visit: signInThen(ownPage),
    says: [
      '[auth][warn][session-incomplete] The session callback returned a session without user and expires',
      '({ ...session, role: token.role })',
      /^\[docs\] .*warnings\.md#session-incomplete$/m,
    ],
    terminalOnly: true,
    developmentOnly: true,
  },
  'a session callback that returns the user only': {
    config: {
      providers: [password],
      callbacks: { session: ({ session }: { session: object }) => ({ user: { ...session, id: 'u1' } }) },
    },
    visit: signInThen(ownPage),
    says: ['[auth][warn][session-incomplete] The session callback returned a session without expires'],
    terminalOnly: true,
    developmentOnly: true,
  },
  'a signIn callback that returns nothing': {
    config: { providers: [password], callbacks: { signIn: () => undefined } },
    visit: signIn,
    says: ['AccessDenied', 'The signIn callback refused: it returned undefined, not true', DOCS],
  },
  'a signIn callback that returns the user': {
    config: { providers: [password], callbacks: { signIn: ({ user }: { user: object }) => user } },
    visit: signIn,
    says: [
      '[auth][warn][sign-in-result] The signIn callback returned an object, which signs the user in: return true',
      /^\[docs\] .*warnings\.md#sign-in-result$/m,
    ],
    terminalOnly: true,
    developmentOnly: true,
  },
  'a signIn callback that returns a text that is no address': {
    config: { providers: [password], callbacks: { signIn: () => 'yes' } },
    visit: signIn,
    says: ['[auth][warn][sign-in-result] The signIn callback returned a string, which redirects the user to "yes"'],
    terminalOnly: true,
    developmentOnly: true,
  },
  'a misspelled option of a provider': {
    // The callback waits for the warnings of this config.
    config: {
      providers: [GitHub({ clientID: 'a', clientSecret: 'b' } as object), password],
      callbacks: { signIn: () => true },
    },
    visit: signIn,
    says: [
      '[auth][warn][unknown-option] "clientID" is not an option of provider "github"; did you mean "clientId"?',
      /^\[docs\] .*warnings\.md#unknown-option$/m,
    ],
    terminalOnly: true,
    developmentOnly: true,
  },
  'authorize that returns no user': {
    config: { providers: [{ ...password, authorize: () => true }] },
    visit: signIn,
    says: ['CredentialsSignin', 'authorize has to return a user, or null to refuse, but returned boolean', DOCS],
  },
  'authorize that returns an array': {
    config: { providers: [{ ...password, authorize: () => [{ id: 'u1' }] }] },
    visit: signIn,
    says: ['CredentialsSignin', 'authorize has to return a user, or null to refuse, but returned an array', DOCS],
  },
  'authorize that returns a user without an id': {
    config: {
      providers: [{ ...password, authorize: () => ({ name: 'Ann' }) }],
    },
    visit: signIn,
    says: ['authorize returned a user without an id', '[fix] Return the id from authorize', 'String(user.id)'],
  },
  'a provider without authorize': {
    config: { providers: [{ ...password, authorize: undefined }] },
    says: ['MissingAuthorize', 'Provider "credentials" has no authorize function', DOCS],
  },
  'authorize that returns the id of no user of the database': {
    config: { ...stored, providers: [password], adapter: memoryAdapter() },
    visit: signIn,
    says: ['UnsupportedStrategy', 'authorize returned an id that is not the id of a user in the database', DOCS],
  },
  'an event handler that throws': {
    config: {
      providers: [password],
      events: { signIn: () => Promise.reject(new Error('the audit log is full')) },
    },
    visit: signIn,
    says: ['EventError: The signIn event handler threw', '[cause] Error: the audit log is full', DOCS],
    terminalOnly: true,
  },
  'a sign-out while the database is down': {
    config: {
      ...stored,
      adapter: {
        ...memoryAdapter(),
        deleteSession: () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432')),
      },
    },
    visit: withSession((visitor) => submit(visitor, '/auth/signout')),
    says: ['SignOutError', '[cause] Error: connect ECONNREFUSED 127.0.0.1:5432', DOCS],
    terminalOnly: true,
  },
  'a callback URL in another browser': {
    config: { providers: [github] },
    visit: (visitor) => open(visitor, '/auth/callback/github?code=c&state=s'),
    says: [
      'InvalidCheck: This browser has no attempt for the authorization response',
      '"reason":"absent"',
      `[fix] Open ${ORIGIN} and sign in there`,
      DOCS,
    ],
  },
  'two providers of passkeys': {
    config: { ...passkeys, providers: [Passkey, Passkey({ id: 'second' })] },
    says: [
      'DuplicateConditionalUI: Two providers have enableConditionalUI',
      '[fix] Set enableConditionalUI: false for provider "passkey" or provider "second"',
      DOCS,
    ],
  },
  'a form for passkeys without the token of autofill': {
    config: {
      ...passkeys,
      providers: [Passkey({ formFields: { email: { label: 'E-mail', autocomplete: 'username' } } })],
    },
    says: ['MissingWebAuthnAutocomplete', 'has the autocomplete token webauthn', DOCS],
  },
  'a secret that changed': {
    config: { providers: [password] },
    visit: async (visitor) => {
      const salt = 'authwright.session-token'
      visitor.browser.cookies.set(
        salt,
        await encode({
          token: { sub: 'u1' },
          secret: `${SECRET} before`,
          salt,
        }),
      )
      return open(visitor, '/auth/session')
    },
    says: ['[auth][warn][session-unread]', 'AUTH_SECRET may have changed'],
    terminalOnly: true,
  },
  'production without AUTH_URL': {
    env: { NODE_ENV: 'production' },
    runtime: { isDevelopment: false },
    visit: (visitor) => open(visitor, 'https://app.example.com/auth/signin'),
    says: ['UntrustedHost', '[fix] Set AUTH_URL', 'AUTH_URL=https://app.example.com', 'AUTH_TRUST_HOST=true', DOCS],
    terminalOnly: true,
  },
  'a proxy that does not pass the origin on': {
    config: { providers: [github] },
    visit: (visitor) => submit(visitor, '/auth/signin/github', {}, 'https://app.example.com'),
    says: ['MissingCSRF', 'https://app.example.com', 'AUTH_URL=https://app.example.com', 'X-Forwarded-Proto'],
  },
  'a preview host beside AUTH_URL': {
    config: { providers: [github] },
    env: { AUTH_URL: 'https://app.example.com', NODE_ENV: 'production' },
    runtime: { isDevelopment: false },
    visit: (visitor) =>
      submit(visitor, 'https://preview.example.com/auth/signin/github', {}, 'https://preview.example.com'),
    says: ['MissingCSRF', 'https://preview.example.com', 'origin https://app.example.com', 'AUTH_REDIRECT_PROXY_URL'],
    terminalOnly: true,
  },
  'two providers of one kind': {
    config: { providers: [github, GitHub(client)] },
    says: [
      'InvalidProvider',
      'Two providers have the id "github"',
      "GitHub({ id: 'github-2' })",
      '[fix] Change the id of providers[1], and give it a clientId: without one, both read AUTH_GITHUB_ID',
      DOCS,
    ],
  },
  'a missing issuer': {
    config: { providers: [Keycloak(client)] },
    visit: start('keycloak'),
    says: ['InvalidEndpoints', '[fix] Set AUTH_KEYCLOAK_ISSUER, or the option issuer', DOCS],
  },
  'an issuer without a scheme': {
    config: { providers: [Keycloak({ ...client, issuer: 'id.example.com/realms/a' })] },
    visit: start('keycloak'),
    says: [
      'InvalidConfig: issuer of provider "keycloak" must be an https address, but is "id.example.com/realms/a"',
      'AUTH_KEYCLOAK_ISSUER or the option issuer from "id.example.com/realms/a" to "https://id.example.com/realms/a"',
      DOCS,
    ],
  },
  'an issuer of another realm': {
    config: { providers: [Keycloak({ ...client, issuer: 'https://id.example.com/realms/a' })] },
    runtime: { fetch: () => Promise.resolve(Response.json({ issuer: 'https://id.example.com/realms/b' })) },
    visit: start('keycloak'),
    says: [
      'OAuthSignInError',
      'AUTH_KEYCLOAK_ISSUER or the option issuer from "https://id.example.com/realms/a" to "https://id.example.com/realms/b"',
      DOCS,
    ],
  },
  'an address of an endpoint without a scheme': {
    config: { providers: [GitHub({ ...client, token: 'id.example.com/token' })] },
    visit: start('github'),
    says: [
      'InvalidEndpoints',
      '[fix] Change token of provider "github" from "id.example.com/token" to an address',
      DOCS,
    ],
  },
  'no mail server': {
    config: { providers: [Nodemailer({ server: undefined, from: 'a@example.com' })], adapter: memoryAdapter() },
    visit: start('nodemailer', { email: 'ann@example.com' }),
    says: [
      'InvalidConfig: The option server of provider "nodemailer" has to be an SMTP URL or the options of a transport, but is undefined',
      '[fix] Set SMTP_URL=smtp://user:password@smtp.example.com:587, and pass it',
      'If .env sets it: Vite does not add .env to process.env',
      'SvelteKit 3 from $app/env/private',
      'npx @authwright/cli dev -- npm run dev',
      DOCS,
    ],
  },
  'a mail server without a scheme': {
    config: { providers: [Nodemailer({ server: 'smtp.example.org:465' })], adapter: memoryAdapter() },
    visit: start('nodemailer', { email: 'ann@example.com' }),
    says: ['but is "smtp.example.org:465"', 'SMTP_URL, to smtp://user:password@smtp.example.org:465', DOCS],
  },
  'a mail server without a scheme, with a password, which is not shown': {
    config: { providers: [Nodemailer({ server: `ann:${SHORT}@smtp.example.org` })], adapter: memoryAdapter() },
    visit: start('nodemailer', { email: 'ann@example.com' }),
    says: ['but is a string of 38 characters without smtp://', 'smtp://user:password@smtp.example.com:587', DOCS],
  },
  'a sender that is no address': {
    config: { providers: [Resend({ apiKey: 'k', from: 'My site' })], adapter: memoryAdapter() },
    visit: start('resend', { email: 'ann@example.com' }),
    says: ['The option from of provider "resend" is no address: "My site"', '[fix] Change from of provider', DOCS],
  },
  'an id of a provider with a space': {
    config: { providers: [{ ...password, id: 'my idp' }] },
    says: ['InvalidProvider: The id of providers[0] is "my idp"', 'such as "my-idp"', DOCS],
  },
  'a type of a provider that does not exist': {
    config: { providers: [{ ...password, type: 'oauth2' }] },
    says: [
      'InvalidProvider: The type of providers[0] is "oauth2"',
      '[fix] Change the type of providers[0]',
      '"oauth"',
      DOCS,
    ],
  },
  'a page of another purpose': {
    config: { pages: { signIn: '/auth/signout' } },
    says: [
      'InvalidConfig: pages.signIn: "/auth/signout" is the route',
      '[fix] Change pages.signIn from "/auth/signout"',
      DOCS,
    ],
  },
  'two cookies of one name': {
    config: { cookies: { sessionToken: { name: 'app' }, csrfToken: { name: 'app' } } },
    says: ['have the same name: "app"', '[fix] Change the name of cookies.sessionToken or cookies.csrfToken', DOCS],
  },
  'an issuer that does not respond': {
    config: {
      providers: [Keycloak({ ...client, issuer: 'https://id.example.com/realms/a' })],
    },
    runtime: { fetch: refused },
    visit: start('keycloak'),
    says: [
      'OAuthSignInError',
      'ECONNREFUSED',
      '[fix] Open https://id.example.com/realms/a/.well-known/openid-configuration from this server',
      'correct AUTH_KEYCLOAK_ISSUER or the option issuer, which is "https://id.example.com/realms/a"',
      DOCS,
    ],
  },
  'a color in another language': {
    config: { theme: { brandColor: 'bleu' } },
    says: [
      '[auth][warn][theme-color] theme.brandColor: "bleu" is not the name of a color; did you mean "blue"?',
      '/docs/reference/warnings.md#theme-color',
    ],
    terminalOnly: true,
  },
  'a color without its #': {
    config: { theme: { brandColor: '2f5bd0' } },
    says: [
      'InvalidConfig: theme.brandColor has to be a CSS color, such as "#2f5bd0", but is "2f5bd0"',
      '[fix] Change theme.brandColor from "2f5bd0" to "#2f5bd0"',
      DOCS,
    ],
  },
}

const isIn = (text: string, part: string | RegExp): boolean =>
  typeof part === 'string' ? text.includes(part) : part.test(text)
const decoded = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('\\"', '"').replaceAll('&#39;', "'").replaceAll('\\n', '\n')

describe.each(Object.entries(mistakes))(
  '%s',
  (_name, { config = {}, env: variables = {}, runtime, visit = page, says, terminalOnly, developmentOnly }) => {
    test('is solved by what the terminal says', async () => {
      const visitor = visitorOf(config, variables, {
        isDevelopment: true,
        ...runtime,
      })
      const shown = decoded(await visit(visitor))
      const terminal = visitor.terminal.join('\n')
      for (const part of says) expect(terminal).toSatisfy((text: string) => isIn(text, part), String(part))
      expect(`${terminal}${shown}`).not.toContain(SHORT)
      if (terminalOnly === true) return
      const onPage = says.map((part) => (part === DOCS && shown.startsWith('<') ? DOCS_LINK : part))
      for (const part of onPage.filter((one) => one !== DOCS))
        expect(shown).toSatisfy((text: string) => isIn(text, part), `on the page: ${String(part)}`)
    })

    test('is solved by the terminal in production, and shows a user none of it', async () => {
      const visitor = visitorOf(config, variables, {
        ...runtime,
        isDevelopment: false,
      })
      const shown = decoded(await visit(visitor))
      const terminal = visitor.terminal.join('\n')
      const expected = developmentOnly === true ? [/^$/] : says
      for (const part of expected) expect(terminal).toSatisfy((text: string) => isIn(text, part), String(part))
      expect(shown).not.toMatch(
        /\[fix\]|\[cause\]|reference\/errors|AUTH_|ECONNREFUSED|no such table|returned undefined/,
      )
    })
  },
)

/** What a terminal shows, without the time, the reference and the lines of the code. */
const logOf = async ({ config = {}, env: variables = {}, runtime, visit = page }: Mistake): Promise<string> => {
  const visitor = visitorOf(config, variables, { isDevelopment: true, ...runtime })
  await visit(visitor)
  const text = visitor.terminal.join('\n')
  return text.replaceAll(/^\S+Z (?=\[auth\])| \{"reference":"\w+"\}$|^ {4}at .*\n/gm, '')
}

test('the pages of errors show the log as these mistakes write it', async () => {
  const folder = join(import.meta.dirname, '../../../../docs/reference/errors')
  const shown = globSync('*.md', { cwd: folder }).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return [...text.matchAll(/^```text\n(.+?)^```$/gms)].map(([, block = '']) => block)
  })
  expect(shown.length).toBeGreaterThan(20)
  const logs = await Promise.all(Object.values(mistakes).map(logOf))
  expect(shown.filter((block) => !logs.some((log) => log.includes(block)))).toEqual([])
})

test('a development server shows its own machine what failed, and others a reference only', async () => {
  for (const [host, isShown] of [
    ['localhost:5173', true],
    ['127.0.0.1:5173', true],
    ['192.168.1.5:5173', false],
    ['dev.example.com', false],
  ] as const) {
    const visitor = visitorOf({}, { AUTH_SECRET: SHORT }, { isDevelopment: true })
    const shown = await open(visitor, `http://${host}/auth/signin`)
    const reference = /"reference":"(\w{8})"/.exec(visitor.terminal.join())?.[1] ?? 'none'
    expect([host, shown.includes('WeakSecret'), shown.includes(reference)]).toEqual([host, isShown, true])
  }
})

test('a development server says what to do about a reached limit, and where the terminal has more', async () => {
  const sent = Nodemailer({ server: 'smtp://127.0.0.1:25', sendVerificationRequest: () => {}, limits: { sends: 1 } })
  const visitor = visitorOf({ providers: [sent], adapter: memoryAdapter() }, {}, { isDevelopment: true })
  await submit(visitor, '/auth/signin/nodemailer', { email: 'ada@example.org' })
  const shown = await submit(visitor, '/auth/signin/nodemailer', { email: 'ada@example.org' })
  expect(shown).toContain('[fix] Wait, use another address, or raise the limit.')
  expect(shown).toContain('With debug: true, the terminal has the lines of the code.')
  expect(visitor.terminal.join('\n')).not.toContain('TooManyRequests')
})

test.each([
  [3600, '1 h 0 min behind'],
  [11_520, '3 h 12 min behind'],
  [-7230, '2 h 1 min ahead of'],
])('a clock that differs from that of the provider by %s seconds is named', async (seconds, difference) => {
  const op = await startOp()
  onTestFinished(() => op.close())
  op.now = () => Math.floor(makeClock().now() / 1000) + seconds
  const visitor = visitorOf({ providers: [oidc(op)] }, {}, { isDevelopment: true })
  const shown = await submit(visitor, '/auth/signin/op')
  await open(visitor, `/auth/callback/op?${op.consent(new URL(shown))}`)
  expect(visitor.terminal.join('\n')).toContain(`[fix] This machine's clock is ${difference} the provider's`)
  expect(visitor.terminal.join('\n')).toMatch(DOCS)
})

test('a member of the profile without a column is named', async () => {
  const op = await startOp()
  onTestFinished(() => op.close())
  op.now = () => Math.floor(makeClock().now() / 1000)
  const memory = memoryAdapter()
  // What an adapter does whose table has no column `role`.
  const createUser = async ({ role: _role, ...user }: Record<string, unknown>) =>
    memory.createUser?.(user as unknown as AdapterUser)
  const profile = ({ sub }: { sub: string }) => ({ id: sub, name: null, role: 'admin' })
  const config = { providers: [{ ...oidc(op), profile }], adapter: { ...memory, transaction: undefined, createUser } }
  const visitor = visitorOf(config, {}, { isDevelopment: true })
  const shown = await submit(visitor, '/auth/signin/op')
  await open(visitor, `/auth/callback/op?${op.consent(new URL(shown))}`)
  const lines = visitor.terminal.filter((line) => line.includes('members-not-stored'))
  expect(lines).toEqual([expect.stringContaining('The adapter did not store these members of the user: role.')])
})

test('an invalid config shows a browser that submits a form the error page, and sends a script JSON', async () => {
  const visitor = visitorOf({ providers: [Keycloak(client)] }, {})
  expect(await submit(visitor, '/auth/signin/keycloak')).toMatch(/^<!doctype html>.*Something is wrong on our side/s)
  const init = { method: 'POST', headers: { origin: ORIGIN, accept: '*/*' }, body: new URLSearchParams() }
  expect(JSON.parse(await open(visitor, '/auth/signin/keycloak', init))).toMatchObject({ error: 'Configuration' })
})

describe('the result of a callback on a development server', () => {
  const visit = async (callbacks: object, times = 1) => {
    const visitor = visitorOf({ providers: [password], callbacks }, {}, { isDevelopment: true })
    for (let i = 0; i < times; i += 1) {
      await signIn(visitor)
      await ownPage(visitor)
    }
    return visitor.terminal.filter((line) => !line.includes('[unknown-route]'))
  }

  test.each<[string, object]>([
    ['null instead of claims, which ends the session', { jwt: () => null }],
    [
      'claims that keep sub only',
      { jwt: ({ token: { sub } }: { token: { sub: string } }) => ({ sub, role: 'admin' }) },
    ],
    ['claims with another sub', { jwt: ({ token }: { token: object }) => ({ ...token, sub: 'other' }) }],
    ['null instead of a session', { session: () => null }],
    ['a session with another user', { session: () => ({ user: { id: 'u1' }, expires: '2030-01-01T00:00:00.000Z' }) }],
    ['the path of a page', { signIn: () => '/blocked' }],
    ['the URL of a page', { signIn: () => `${ORIGIN}/blocked` }],
    ['a session with members of its own', { session: ({ session }: { session: object }) => ({ ...session, a: 1 }) }],
  ])('is not warned about: %s', async (_name, callbacks) => {
    expect(await visit(callbacks)).toEqual([])
  })

  test('is warned about once', async () => {
    const jwt = ({ account }: { account?: object }) => (account === undefined ? { role: 'user' } : { role: 'admin' })
    expect(await visit({ jwt, session: () => ({}) }, 3)).toEqual([
      expect.stringContaining('jwt-claims-lost'),
      expect.stringContaining('session-incomplete'),
    ])
  })

  test('is warned about for a config that a function makes for each request', async () => {
    const terminal: string[] = []
    const write = (line: unknown): void => void terminal.push(String(line))
    const output = { error: write, warn: write, debug: write }
    const runtime = { ...defaultRuntime, now: makeClock().now, isDevelopment: true, console: output }
    const browser = visitorOf({ providers: [password] }, {})
    await signIn(browser)
    for (let i = 0; i < 3; i += 1) {
      const config = { providers: [password], callbacks: { session: () => ({}) } } as unknown as AuthConfig
      setEnvDefaults(env, config, true)
      await ownPage({ ...browser, auth: createAuth(config, runtime) })
    }
    expect(terminal).toEqual([expect.stringContaining('session-incomplete')])
  })
})

test('members of its own in a provider are not warned about', async () => {
  const providers = [
    { ...password, authorizeUrl: 'a', credentialsFrom: 'b' },
    GitHub({ ...client, enterprise: { baseUrl: 'https://git.example.com' } }),
    GitLab({ ...client, baseUrl: 'https://git.example.com' }),
    Foursquare({ ...client, apiVersion: '20260101' }),
  ]
  const callbacks = { signIn: () => true }
  const visitor = visitorOf({ providers, callbacks }, {}, { isDevelopment: true })
  // The callback waits for the warnings of this config.
  await signIn(visitor)
  expect(visitor.terminal.filter((line) => line.includes('unknown-option'))).toEqual([])
})

test('server code that names an unknown provider on another host gets the sign-in page, and the terminal says why', async () => {
  const visitor = visitorOf({ providers: [github] }, { AUTH_URL: 'https://dev.example.com' }, { isDevelopment: true })
  const { redirect } = await visitor.auth.signIn({ url: ORIGIN, headers: new Headers() }, 'gitlab-2')
  expect(redirect).toBe('https://dev.example.com/auth/signin')
  expect(visitor.terminal.join()).toContain('No provider has the id "gitlab-2". The providers of the config: github')
})

test('server code that names an unknown provider is logged once in production, whatever clients send', async () => {
  const visitor = visitorOf({ providers: [github] }, {}, { isDevelopment: false })
  for (const id of ['githb', 'githb', 'other']) await visitor.auth.signIn({ url: ORIGIN, headers: new Headers() }, id)
  expect(visitor.terminal).toEqual([expect.stringContaining('No provider has the id "githb"')])
})

test('a page of the application that names an unknown provider is logged once in production, an address alone never', async () => {
  const visitor = visitorOf({ providers: [github] }, {}, { isDevelopment: false })
  await open(visitor, '/auth/signin/guessed')
  await open(visitor, '/auth/signin/guessed', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(visitor.terminal).toEqual([])
  for (const id of ['githb', 'other'])
    await open(visitor, `/auth/signin/${id}`, { headers: { 'sec-fetch-site': 'same-origin' } })
  expect(visitor.terminal).toEqual([expect.stringMatching(/"githb"; did you mean "github"\?[^]*\[docs\] https:/)])
})

test('the client library gets the address of the page that explains an unknown provider', async () => {
  const visitor = visitorOf({ providers: [github] }, {}, { isDevelopment: true })
  const headers = { origin: ORIGIN, 'x-auth-return-redirect': '1' }
  const response = await open(visitor, '/auth/signin/githb', { method: 'POST', headers, body: new URLSearchParams() })
  expect(await open(visitor, JSON.parse(response).url)).toContain('No provider has the id \\"githb\\"')
})

describe('an address that does not exist', () => {
  const html = { accept: 'text/html,application/xhtml+xml' }
  const warnings = 'https://github.com/authwright/authwright/blob/main/docs/reference/warnings.md'

  test('shows the developer a page with what there is, and where the documentation explains it', async () => {
    const visitor = visitorOf({ providers: [github] }, {}, { isDevelopment: true })
    for (const init of [{ headers: html }, { headers: { ...html, origin: ORIGIN }, method: 'POST' }]) {
      const shown = await open(visitor, '/auth/signin/githb', init)
      expect(shown).toMatch(/^<!doctype html>.*href="\/auth\/signin".*did you mean &quot;github&quot;\?/s)
      expect(shown).toContain(`href="${warnings}#unknown-provider"`)
    }
    const shown = await open(visitor, '/auth/signn', { headers: html })
    expect(shown).toMatch(/There is no route at \/auth\/signn\. The routes are below \/auth: account, /)
    expect(shown).toContain(`href="${warnings}#unknown-route"`)
  })

  test('shows users a page with a link to the sign-in page, names nothing of the config, and fills no log', async () => {
    const visitor = visitorOf({ providers: [github] }, {}, { isDevelopment: false })
    for (const path of ['/auth/signin/githb', '/auth/callback/githb?code=c', '/auth/signn']) {
      const shown = await open(visitor, path, { headers: html })
      expect(shown).toMatch(/^<!doctype html>.*href="\/auth\/signin".*<\/html>\s*$/s)
      expect(shown).not.toMatch(/github|config|\.md"/)
    }
    expect(visitor.terminal).toEqual([])
  })

  test('links to no other host, and runs nothing', async () => {
    const config = { providers: [github] }
    for (const isDevelopment of [true, false])
      for (const path of ['//other.example/auth/signin/x', '/auth//other.example', '/auth/signin/<img src=x>']) {
        const shown = await open(visitorOf(config, {}, { isDevelopment }), ORIGIN + path, { headers: html })
        expect(shown).toMatch(/^<!doctype html>/)
        expect(shown).not.toMatch(/href="[^"]*other|<img/)
      }
  })

  test('sends scripts JSON', async () => {
    const nothing = { error: 'BadRequest', message: 'There is nothing here.' }
    const visitor = visitorOf({ providers: [github] }, {}, { isDevelopment: false })
    const client = { 'x-auth-return-redirect': '1', ...html }
    for (const headers of [{ accept: '*/*' }, {}, client])
      expect(JSON.parse(await open(visitor, '/auth/signin/githb', { headers }))).toEqual(nothing)
  })
})

test('an outage of the mail server does not blame the address', async () => {
  const provider = { ...Nodemailer({ server: 'smtp://127.0.0.1:25', from: 'a@example.com' }), options: smtpDown }
  const visitor = visitorOf({ providers: [provider], adapter: memoryAdapter() }, {}, { isDevelopment: false })
  const shown = await start('nodemailer', { email: 'ann@example.com' })(visitor)
  expect(shown).toMatch(/The email could not be sent.*Try again in a few minutes\.\s*</s)
  const reference = /"reference":"([\dA-F]{8})"/.exec(visitor.terminal.join())?.[1]
  expect(shown).toContain(`Reference for support: <code>${reference}</code>`)
})

test('the sign-in page shows no reference that an attacker wrote, and none without an error', async () => {
  const visitor = visitorOf({ providers: [github] }, {}, { isDevelopment: false })
  expect(await open(visitor, '/auth/signin?error=OAuthSignInError&reference=0F1E2D3C')).toContain('0F1E2D3C')
  for (const query of ['reference=0F1E2D3C', 'error=OAuthSignInError&reference=call%20555'])
    expect(await open(visitor, `/auth/signin?${query}`)).not.toMatch(/Reference for support|call 555/)
})

test('AUTH_URL with a path that the framework does not use changes nothing', async () => {
  const visitor = visitorOf({ basePath: '/auth' }, { AUTH_URL: `${ORIGIN}/api/auth` })
  expect(await open(visitor, '/auth/session')).toBe('null')
  expect(visitor.terminal).toEqual([])
})

describe('a function that throws instead of returning the config', () => {
  afterEach(() => vi.unstubAllEnvs())

  const open = (thrown: unknown) => {
    const terminal: string[] = []
    const write = (line: unknown): void => void terminal.push(String(line))
    const runtime = { ...defaultRuntime, console: { error: write, warn: write, debug: write } }
    const find = makeAuthCache(
      () => Promise.reject(thrown),
      () => ({ environment: env }),
      runtime,
    )
    const contextOf = (address: string, accept = 'text/html') => {
      const request = new Request(address, { headers: { accept } })
      return makeRequestContext({ auth: () => find(undefined), request })
    }
    return { terminal, contextOf }
  }
  const tenant = /^InvalidConfig: The function that returns the config failed\n\[cause\] Error: no tenant <b>\n/

  test('is explained as an invalid config is, once in the terminal and to the browser of the developer only', async () => {
    const { terminal, contextOf } = open(new Error('no tenant <b>'))
    const failureOf = async (...request: Parameters<typeof contextOf>) => {
      const thrown: unknown = await contextOf(...request)
        .session()
        .catch((error: unknown) => error)
      return { thrown, text: explanationOf(thrown) }
    }
    vi.stubEnv('NODE_ENV', 'development')
    const { thrown, text } = await failureOf(ORIGIN)
    expect(text).toMatch(tenant)
    expect(text).toMatch(/errors\/invalidconfig\.md\n$/)
    const page = explanationPage(thrown)
    expect(page).toContain(
      '<a href="https://github.com/authwright/authwright/blob/main/docs/reference/errors/invalidconfig.md">',
    )
    expect(page).toContain('[cause] Error: no tenant &lt;b&gt;')
    // What the error pages of frameworks show.
    expect(thrown).toMatchObject({
      message: expect.stringContaining('[cause] Error: no tenant <b>\n[fix] '),
      expose: true,
    })
    expect(thrown).toMatchObject({ stack: expect.stringMatching(tenant) })
    expect(terminal).toEqual([expect.stringContaining('[cause] Error: no tenant')])
    const hidden = {
      thrown: { message: 'The function that returns the config failed', expose: false },
      text: undefined,
    }
    expect(await failureOf(ORIGIN, 'application/json')).toMatchObject(hidden)
    expect(await failureOf('http://192.168.1.5:5173/')).toMatchObject(hidden)
    vi.stubEnv('NODE_ENV', 'production')
    expect(await failureOf(ORIGIN)).toMatchObject(hidden)
  })

  test.each([undefined, null, 'github'])('is explained too if it returns %s', async (returned) => {
    const find = makeAuthCache(
      () => returned as never,
      () => ({ environment: env }),
    )
    const { engine } = await find(undefined)
    await expect(engine.session(new Request(ORIGIN))).rejects.toMatchObject({
      type: 'InvalidConfig',
      cause: { err: new TypeError(`It returned ${returned}, not a config`) },
    })
  })

  test('leaves the routes of the library with their error page', async () => {
    const { terminal, contextOf } = open(new Error('no tenant'))
    const { engine } = await contextOf(ORIGIN).auth()
    const response = await engine.handle(new Request(`${ORIGIN}/auth/signin`))
    const page = await response.text()
    expect([response.status, page.includes('no tenant')]).toEqual([500, false])
    expect(page).toContain(/"reference":"(\w{8})"/.exec(terminal[0] ?? '')?.[1])
  })

  test('lets no guard pass that the config would have', async () => {
    const { config } = await open(new Error('no tenant')).contextOf(ORIGIN).auth()
    expect(() => config.callbacks).toThrow('The function that returns the config failed')
  })

  test.each([
    ['a redirect', new Response(null, { status: 302 })],
    ['an error with a status', Object.assign(new Error('gone'), { status: 410 })],
    ['an error with a digest', Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;/' })],
  ])('is passed to the framework with %s', async (_what, thrown) => {
    const { terminal, contextOf } = open(thrown)
    await expect(contextOf(ORIGIN).auth()).rejects.toBe(thrown)
    expect(terminal).toEqual([])
  })
})

test('an authorize that forgets to return is explained on the page of the developer', async () => {
  const visitor = visitorOf({ providers: [{ ...password, authorize: () => undefined }] }, {}, { isDevelopment: true })
  expect(await signIn(visitor)).toContain('it returned undefined. Return the user, or null to refuse')
})

test('a wrong password is no error, and a debug message', async () => {
  const refusing = { providers: [{ ...password, authorize: () => null }] }
  const quiet = visitorOf(refusing, {})
  await signIn(quiet)
  expect(quiet.terminal).toEqual([])
  const loud = visitorOf({ ...refusing, debug: true }, {})
  expect(
    location(
      await loud.auth.handle(
        new Request(`${ORIGIN}/auth/callback/credentials`, {
          method: 'POST',
          headers: { origin: ORIGIN },
          body: new URLSearchParams(),
        }),
      ),
    ),
  ).toContain('CredentialsSignin')
  expect(loud.terminal.join('\n')).toMatch(/\[auth\]\[debug\] CredentialsSignin: authorize refused/)
  expect(loud.terminal.join('\n')).not.toContain('[auth][error]')
})
