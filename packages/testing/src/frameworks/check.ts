import assert from 'node:assert/strict'
import { startIdentityProvider } from '../identity-provider.ts'
import type { Browser } from '../cookie-browser.ts'
import type { Form } from '../page/form.ts'
import type { Page } from '../page/page.ts'
import type { ApplicationOptions } from './application.ts'
import type { BrowserPage } from './browser-page.ts'
import { browserOf, sendText, sendTo, type Listener } from './client.ts'

/** Something that a framework may not have, and what its table says then. */
export const FEATURES = {
  action: 'it has no actions to which forms post',
  browser: 'its checks run without a browser',
  'browser-build': 'its code for the browser is that of the application',
  'body-parser': 'no parser of the application runs before the routes',
  client: 'its code for the browser is that of the application',
  'data-request': 'it has no requests for the data of a page',
  development: 'it has no development server',
  'error-page': 'the page for an error is made outside of the framework',
  'http/1.1': 'the check writes HTTP/1.1',
  'failure-redirect': "an error of its functions goes to the application's own error page",
  'host-header': 'its server takes the host of a target in absolute form (RFC 9112 §3.2.2)',
  http2: 'it has no server for HTTP/2 without TLS',
  mount: 'it has no routers below a path',
  pages: 'it renders no pages',
  prerendering: 'it prerenders no pages',
  'proxy-setting': 'it has no setting for a proxy',
  'request-timeout': 'its server has no time limit that the check can set',
  'session-store': 'its pages get the session from the server only',
  'thrown-redirect': 'its redirects are returned and not thrown',
  types: 'its package has no types',
  upgrade: 'it has no upgrade requests',
  'web-response': 'its handlers return no Response',
} as const

/**
 * What a framework may not have. Checks that need it are left out then.
 * @example const has: ReadonlySet<Feature> = new Set(['error-page', 'http/1.1', 'mount'])
 */
export type Feature = keyof typeof FEATURES

/**
 * A running application.
 * @example
 * const readHome = async ({ origin, stop }: RunningApplication) => {
 *   const response = await fetch(origin)
 *   return response.text().finally(stop)
 * }
 */
export interface RunningApplication extends Listener {
  /**
   * What `Application.logs` returns.
   * @example const warnings = running.logs().filter((line) => line.startsWith('warn'))
   */
  readonly logs: () => readonly string[]
  /**
   * Stops the application.
   * @example await running.stop()
   */
  readonly stop: () => Promise<unknown>
}

/**
 * A running development server.
 * @example
 * const develop = async (options: ApplicationOptions): Promise<DevelopmentServer> => ({
 *   ...(await start(options)),
 *   edit: async (text) => {
 *     await writeFile('src/client.tsx', (await readFile('src/client.tsx', 'utf8')).replace('Sign out', text))
 *     await appendFile('src/auth.ts', `// ${text}\n`)
 *   },
 * })
 */
export interface DevelopmentServer extends RunningApplication {
  /**
   * Does what a developer does: writes this text in place of `Sign out` on the page `/client`, and changes the module with the config.
   * Resolves when the files are written.
   * @example await development.edit('Log out')
   */
  readonly edit: (text: string) => Promise<void>
}

/**
 * A request for the data of a page.
 * @example const dataRequest = (path: string): DataRequest => ({ path: `${path}?_rsc`, headers: { rsc: '1' } })
 */
export interface DataRequest {
  /**
   * The path that the framework requests.
   * @example path: '/profile.data'
   */
  readonly path: string
  /**
   * The headers of the request. @default none
   * @example headers: { rsc: '1' }
   */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Where the types of the package under test are.
 * @example
 * const types: SessionTypes = {
 *   module: '@authwright/node/express',
 *   session: "Awaited<ReturnType<import('express').Request['auth']>>",
 * }
 */
export interface SessionTypes {
  /**
   * The module that an application augments.
   * @example module: '@authwright/node/express'
   */
  readonly module: string
  /**
   * The type of what the function for the session returns, as source text.
   * @example session: "Awaited<ReturnType<App.Locals['auth']>>"
   */
  readonly session: string
}

/**
 * The application under test, as the tarballs of the packages and the framework's build make it.
 * @example
 * const built: BuiltApplication = {
 *   compile: async (text) => [await compileWith(text)],
 *   browserCode: () => readFile('dist/client/index.js', 'utf8'),
 * }
 */
export interface BuiltApplication {
  /**
   * Compiles the application, with one more module that has this text. Returns what each supported version of TypeScript reports: nothing
   * if the types are correct.
   * @example const errors = await built.compile("import '@authwright/node/express'")
   */
  readonly compile: (text: string) => Promise<readonly string[]>
  /**
   * For `browser-build`: the code that the build has made for browsers.
   * @example const hasSecret = (await built.browserCode?.())?.includes(SECRET)
   */
  readonly browserCode?: () => Promise<string>
}

/**
 * A framework with the package under test, serving the test application.
 * @example
 * const subject: Subject = {
 *   name: 'My framework',
 *   has: new Set(['error-page', 'http/1.1']),
 *   start: (options) => serveInProcess(options, ({ config }) => createServer(listenerOf(config))),
 *   refuses: { C33: 'it responds itself to methods that a route does not have' },
 * }
 */
export interface Subject {
  /**
   * The name of the framework.
   * @example name: 'My framework'
   */
  readonly name: string
  /**
   * Starts the application.
   * @example start: (options) => serveInProcess(options, ({ config }) => createServer(listenerOf(config)))
   */
  readonly start: (options: ApplicationOptions) => Promise<RunningApplication>
  /**
   * For `development`: starts the framework's development server.
   * @example develop: async () => development
   */
  readonly develop?: (options: ApplicationOptions) => Promise<DevelopmentServer>
  /**
   * With `pages`, the checks of frameworks that render pages are made too.
   * @example has: new Set(['error-page', 'http/1.1'])
   */
  readonly has: ReadonlySet<Feature>
  /**
   * For `data-request`: what the framework's code in the browser sends to get the data of the page at a path.
   * @example dataRequest: (path) => ({ path: `${path}.data` })
   */
  readonly dataRequest?: (path: string) => DataRequest
  /**
   * For `types`: what an application writes to extend the session.
   * @example types: { module: '@authwright/sveltekit', session: "Awaited<ReturnType<App.Locals['auth']>>" }
   */
  readonly types?: SessionTypes
  /**
   * Checks that the framework itself makes impossible, by id, or by rule if several have the id, with the reason.
   * @example refuses: { C33: 'it responds itself to methods that a route does not have' }
   */
  readonly refuses?: Readonly<Record<string, string>>
}

/** An application under test. */
export interface Site {
  readonly origin: string
  readonly logs: () => readonly string[]
  /** A browser; `publicOrigin` is the address that it shows. */
  readonly browser: (publicOrigin?: string) => Browser
  /** Send one request without the headers of a browser. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  /** Send the framework's request for the data of the page at a path, from this browser. */
  readonly requestData: (browser: Browser, path: string) => Promise<Page>
  /** Open a page in a browser of its own. */
  readonly openPage: () => Promise<BrowserPage>
  /** Send text over a connection. Returns what comes back until it closes, or until `isEnough`. */
  readonly sendText: (text: string, isEnough?: (received: string) => boolean) => Promise<string>
}

/** One check of the contract. */
export interface Check {
  readonly id: string
  readonly rule: string
  readonly needs?: readonly Feature[]
  readonly run: (
    start: (options?: ApplicationOptions) => Promise<Site>,
    develop: (
      options?: ApplicationOptions,
    ) => Promise<{ readonly site: Site; readonly edit: DevelopmentServer['edit'] }>,
    built: BuiltApplication & { readonly types: SessionTypes },
  ) => Promise<void>
}

export const makeSite = (
  running: RunningApplication,
  { dataRequest = (path) => ({ path }) }: Subject,
  openPage: Site['openPage'],
): Site => ({
  origin: running.origin,
  logs: running.logs,
  browser: (publicOrigin) => browserOf(running, publicOrigin),
  send: (path, init) => sendTo(running, new Request(running.origin + path, init)),
  requestData: (browser, path) => {
    const { path: target, headers } = dataRequest(path)
    return browser.get(target, { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', ...headers } })
  },
  openPage,
  sendText: (text, isEnough) => sendText(running, text, isEnough),
})

/** The statuses of a redirect to a page. Frameworks choose one of them. */
export const REDIRECTS: readonly number[] = [302, 303, 307]

/** The name of the session cookie on http. */
export const SESSION_COOKIE = 'authwright.session-token'

/** Sign in with a password by the route of the library. */
export const signIn = async (
  browser: Browser,
  { username = 'ada', password = 'correct', base = '/auth' } = {},
): Promise<Page> => browser.post(`${base}/callback/password`, { username, password, callbackUrl: '/' })

/** Sign in with a password on the page that the browser shows, and follow the redirects. */
export const submitPassword = async (browser: Browser, username = 'ada'): Promise<Page> => {
  const form = ({ action }: Form): boolean => action.pathname.endsWith('/callback/password')
  // The page asks for the address or user name first, because an e-mail provider needs it too.
  if (browser.page()?.forms.some(form) === false)
    await browser.submit({ email: username }, { form: ({ fields }) => 'email' in fields, redirect: 'follow' })
  return browser.submit({ username, password: 'correct' }, { form, redirect: 'follow' })
}

/** A browser of a user who is signed in. */
export const signedIn = async (site: Site, username = 'ada', base = '/auth'): Promise<Browser> => {
  const browser = site.browser()
  const page = await signIn(browser, { username, base })
  assert.equal(page.status, 302, page.text)
  return browser
}

/**
 * Names of users who send requests at the same time. A bundler may name the file of the page `/user` `user-20ab1c.js`, but no file
 * like these.
 */
export const CONCURRENT_USERS = Array.from({ length: 50 }, (_, i) => `visitor.${i}`)

/** The names of concurrent users in a page, each once. */
export const shownUsers = (body: string): readonly string[] => [...new Set(body.match(/visitor\.\d+/g))]

/** The session that the page shows. */
export const shownSession = ({ body }: Page): Record<string, unknown> | null => {
  const [, text] = /id="session"[^>]*>([^<]*)</.exec(body) ?? []
  assert.ok(text, `the page shows no session: ${body}`)
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#34;', '"')) as Record<string, unknown> | null
}

/** The name of the user in a session. */
export const userName = (session: unknown): unknown =>
  (session as { readonly user?: { readonly name?: unknown } } | null)?.user?.name

/** The e-mail address of the user in a session. */
export const userEmail = (session: unknown): unknown =>
  (session as { readonly user?: { readonly email?: unknown } } | null)?.user?.email

/** The names of the cookies that a response sets, one per header line. */
export const cookieNames = (headers: Headers): readonly string[] =>
  headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=')))

/** The names of the cookies with the session, which may be in parts. */
export const sessionCookies = (browser: Browser): readonly string[] =>
  browser.jar
    .list()
    .map(({ name }) => name)
    .filter((name) => name.includes('session-token'))

/** Asserts that the application still serves. */
export const assertAlive = async (site: Site): Promise<void> => {
  assert.equal((await site.send('/auth/session')).status, 200, 'the application does not serve any more')
}

/** The address of the application at which the identity provider knows it. */
export const PUBLIC = 'http://localhost:5173'

/** Run with an identity provider that knows the application at `PUBLIC`. */
export const withIdentityProvider = async (base: string, run: (issuer: string) => Promise<void>): Promise<void> => {
  const redirectUris = [`${PUBLIC}${base}/callback/idp`]
  const provider = await startIdentityProvider({
    clients: [{ clientId: 'demo', clientSecret: 'demo-secret', redirectUris }],
  })
  try {
    await run(provider.issuer)
  } finally {
    await provider.close()
  }
}

/** Asserts that a text contains another. */
export const assertIncludes = (text: string, part: string): void =>
  assert.ok(text.includes(part), `"${part}" is not in ${text}`)
