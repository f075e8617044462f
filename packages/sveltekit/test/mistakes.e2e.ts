import { once } from 'node:events'
import { cp, symlink, writeFile } from 'node:fs/promises'
import { request as send, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@authwright/testing/local-server'
import {
  installedModules,
  makeFolder,
  removeFolder,
  run,
  serve,
  type RunningApp,
} from '@authwright/test-kit/installed-application'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtServer, vite } from './support/app.ts'

/*
 * The mistakes that newcomers make, on a development server and on a built one. Both serve the application of apps/mistakes, whose config
 * is a function: a header of the request chooses the mistake. packages/core/test/flows/mistakes.test.ts has a wrong clock, which needs a
 * provider with another one, AUTH_URL with a path, which changes nothing, and callbacks that lose the user.
 * packages/adapter-sql/test/schema.test.ts has a column that is added while the application runs.
 */

type Mode = 'development' | 'production'

let folder: string
let closed: string
let servers: Readonly<Record<Mode, RunningApp>>

beforeAll(async () => {
  folder = await makeFolder()
  closed = String(await freePort())
  await cp(join(import.meta.dirname, 'apps/mistakes'), folder, { recursive: true })
  await symlink(installedModules, join(folder, 'node_modules'))
  // As a developer writes it who does not know that src/env.ts has to declare the variables.
  await writeFile(join(folder, '.env'), `AUTH_SECRET=${'k3Vq8ZxW1u'.repeat(4)}\nAUTH_GITLAB_ID=app\n`)
  // Without AUTH_SECRET: the config has the secret.
  const variables = { CLOSED_PORT: closed, AUTH_GITHUB_CLIENT_ID: 'app', AUTH_GITHUB_CLIENT_SECRET: 'client-secret' }
  // The two write to the same folder.
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], folder)
  const built = { ...variables, NODE_ENV: 'production', PROTOCOL_HEADER: 'x-forwarded-proto' }
  const [development, production] = await Promise.all([
    serve(folder, variables, vite('dev')),
    serve(folder, built, builtServer),
  ])
  servers = { development, production }
})

afterAll(async () => {
  await Promise.all(Object.values(servers ?? {}).map(({ stop }) => stop()))
  await removeFolder(folder)
})

interface Sent {
  readonly form?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser that opens pages and submits forms. It follows redirects within the application. */
const visitorOf = ({ origin, output }: RunningApp, mistake: string) => {
  const cookies = new Map<string, string>()
  const before = output().length
  const open = async (path: string, { form, headers = {} }: Sent = {}): Promise<string> => {
    // `fetch` cannot ask for a page: it sends `Sec-Fetch-Mode: cors`.
    const request = send(new URL(path, origin), {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'text/html',
        cookie: [...cookies].map((cookie) => cookie.join('=')).join('; '),
        'x-forwarded-proto': 'http',
        'x-mistake': mistake,
        ...(form === undefined ? {} : { origin, 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    }).end(form)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    for (const line of response.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/)
      cookies.set(name, value)
    }
    const body = await text(response)
    const target = new URL(response.headers.location ?? '#', origin)
    if (response.headers.location === undefined) return body
    return target.origin === origin ? open(target.pathname + target.search) : target.href
  }
  return { open, origin, cookies, terminal: () => output().slice(before).replaceAll('\\"', '"') }
}
type Visitor = ReturnType<typeof visitorOf>
type Visit = (visitor: Visitor) => Promise<string>

const signInPage: Visit = ({ open }) => open('/auth/signin')
/** A page of the application, which calls `locals.auth()`. */
const ownPage: Visit = ({ open }) => open('/')
const start =
  (id: string, form = ''): Visit =>
  ({ open }) =>
    open(`/auth/signin/${id}`, { form })
const signIn: Visit = ({ open }) => open('/auth/callback/credentials', { form: '' })
const signInAndShow: Visit = async (visitor) => {
  await signIn(visitor)
  return visitor.open('/auth/session')
}
const showWithCookie =
  (path: string): Visit =>
  ({ open, cookies }) => {
    cookies.set('authwright.session-token', 'a-session-token')
    return open(path)
  }

interface Mistake {
  readonly visit?: Visit
  /** Also a page of the application, which the developer sees first. */
  readonly own?: Visit
  /** What the terminal and the page of a development server say. */
  readonly says: readonly string[]
  /** Whether only the terminal says it: nothing is wrong yet, or the page is the application's. */
  readonly isInTerminalOnly?: true
  /** Whether SvelteKit logs it, because the library does not run. */
  readonly isLoggedBySvelteKit?: true
  /** The servers that say it. In production a visitor could fill the log with some. */
  readonly modes?: readonly Mode[]
}

const development = ['development'] as const
const production = ['production'] as const
const unknown = { says: ['No provider has the id "githb"; did you mean "github"? The providers of the config: github'] }

const mistakes: Readonly<Record<string, Mistake>> = {
  'no secret': {
    own: ownPage,
    says: ['MissingSecret', '[fix] Set AUTH_SECRET to the output of: openssl rand -base64 33'],
  },
  'a short secret': { own: ownPage, says: ['WeakSecret', '(AUTH_SECRET) has fewer than 32 characters: it has 17'] },
  'AUTH_URL of another port': {
    visit: start('github'),
    says: ['MissingCSRF', 'This application has the origin http://localhost:3000', 'set AUTH_URL=ADDRESS'],
  },
  'AUTH_URL without a scheme': {
    own: ownPage,
    says: ['InvalidConfig', '[fix] Change origin (AUTH_URL) from "localhost:5173" to AUTH_URL=http://localhost:5173'],
  },
  'no client id': {
    visit: start('gitlab'),
    says: ['InvalidConfig', 'Provider "gitlab" has no clientId', 'AUTH_GITLAB_ID'],
  },
  AUTH_GITHUB_CLIENT_ID: {
    visit: start('github'),
    says: ['InvalidConfig', 'AUTH_GITHUB_ID (AUTH_GITHUB_CLIENT_ID is not read)'],
  },
  'a secret that src/env.ts does not declare': {
    own: ownPage,
    says: ['MissingSecret', '[fix] SvelteKit 3 reads only those variables of .env', 'AUTH_SECRET: optional,'],
    modes: development,
  },
  'a client id that src/env.ts does not declare': {
    visit: start('gitlab'),
    says: ['no clientId', '[fix] SvelteKit 3 reads only those variables of .env', 'AUTH_GITLAB_ID: optional,'],
    modes: development,
  },
  'an unknown provider in an address': { ...unknown, visit: start('githb'), modes: development },
  'an unknown provider in client code': {
    ...unknown,
    visit: ({ open }) => open('/auth/signin/githb', { form: '', headers: { 'x-auth-return-redirect': '1' } }),
    modes: development,
  },
  'an unknown provider in a component': {
    ...unknown,
    visit: ({ open }) => open('/enter', { form: 'providerId=githb' }),
    modes: development,
  },
  'a typo in an import': {
    own: ownPage,
    says: ['InvalidConfig', 'providers[0] is not a provider, but undefined', 'import GitHub from'],
  },
  'a provider that refuses without a state': {
    visit: ({ open }) => open('/auth/callback/github?error=redirect_uri_mismatch&error_description=not+registered'),
    says: [
      'OAuthCallbackError',
      'Register the callback URL ADDRESS/auth/callback/github at the provider',
      'not registered',
    ],
  },
  'a misspelt option': {
    says: ['unknown-option', '"callback" is not an option of this library; did you mean "callbacks"?'],
    isInTerminalOnly: true,
  },
  'a config function that throws': {
    own: ownPage,
    says: ['InvalidConfig: The function that returns the config failed', '[cause] Error: no tenant'],
  },
  'handle that is not exported': {
    visit: ({ open }) => open('/enter', { form: 'providerId=github' }),
    says: ["handle did not run. Write into src/hooks.server.ts: export { handle } from './auth'"],
    isInTerminalOnly: true,
    isLoggedBySvelteKit: true,
  },
  'an adapter that lacks methods': {
    own: ownPage,
    says: ['MissingAdapterMethods', 'getSessionAndUser (session.strategy "database")'],
  },
  'mail without an adapter': {
    own: ownPage,
    says: ['MissingAdapter', 'An adapter is needed for', 'sqliteAdapter({ path'],
  },
  'passkeys without the option': {
    own: ownPage,
    says: ['ExperimentalFeatureNotEnabled', 'experimental: { enableWebAuthn: true }'],
  },
  'migrations that were not run': {
    visit: showWithCookie('/auth/session'),
    own: showWithCookie('/'),
    says: ['SessionTokenError', '[cause] Error: the database lacks: initial schema', 'npx @authwright/cli migrate'],
  },
  'a database that is down': {
    visit: showWithCookie('/auth/session'),
    own: showWithCookie('/'),
    says: [
      'SessionTokenError',
      '[cause] AdapterError: getSessionAndUser failed',
      'connect ECONNREFUSED 127.0.0.1:CLOSED',
    ],
  },
  'a mail server that is down': {
    visit: start('nodemailer', 'email=ann@example.com'),
    says: ['EmailSignInError: The mail could not be sent', '[cause] Error: connect ECONNREFUSED 127.0.0.1:CLOSED'],
  },
  'a mail service without its key': {
    visit: start('resend', 'email=ann@example.com'),
    says: ['InvalidConfig', 'AUTH_RESEND_KEY'],
  },
  'a session callback that returns nothing': {
    visit: signInAndShow,
    // The sign-in leads to it.
    own: signIn,
    says: ['JWTSessionError', 'The session callback has to return a session or null, but returned undefined'],
  },
  'a jwt callback that returns nothing': {
    visit: signIn,
    says: ['JWTSessionError', 'The jwt callback has to return claims or null, but returned undefined'],
  },
  'a signIn callback that returns nothing': {
    visit: signIn,
    says: ['AccessDenied', 'The signIn callback refused: it returned undefined, not true'],
  },
  'authorize that returns no user': {
    visit: signIn,
    says: ['CredentialsSignin', 'authorize has to return a user, or null to refuse, but returned boolean'],
  },
  'a secret that changed': {
    visit: async ({ open }) => {
      await open('/auth/callback/credentials', { form: '', headers: { 'x-mistake': 'none' } })
      return open('/')
    },
    says: ['session-unread', 'AUTH_SECRET may have changed'],
    isInTerminalOnly: true,
  },
  'production without AUTH_URL': {
    own: ownPage,
    says: ['UntrustedHost', 'The host is not trusted: 127.0.0.1', 'Set AUTH_URL'],
    modes: production,
  },
  'a proxy without ORIGIN': {
    // The browser uses http. SvelteKit takes the request for one over https, and refuses the form.
    visit: async ({ open, origin }) => {
      const headers = { 'x-forwarded-proto': 'https', referer: `${origin}/` }
      await open('/auth/signin', { headers })
      return open('/auth/signin/github', { headers, form: '' })
    },
    says: ['proxy-not-trusted', 'Cross-site POST form submissions are forbidden', 'Set ORIGIN'],
    isInTerminalOnly: true,
    modes: production,
  },
  'a proxy without ORIGIN beside AUTH_URL': {
    visit: ownPage,
    says: ['proxy-not-trusted', 'AUTH_URL is https://app.example.com', 'set ORIGIN=https://app.example.com', 'ADDRESS'],
    isInTerminalOnly: true,
    modes: production,
  },
  'a preview host beside AUTH_URL': {
    visit: start('github'),
    says: ['MissingCSRF', 'from another site: ADDRESS', 'This application has the origin https://app.example.com'],
  },
  'two providers of one kind': {
    own: ownPage,
    says: ['InvalidProvider', 'Two providers have the id "github"', "GitHub({ id: 'github-2' })"],
  },
  'a missing issuer': { visit: start('keycloak'), says: ['InvalidEndpoints', 'AUTH_KEYCLOAK_ISSUER'] },
  'an issuer that does not respond': {
    visit: start('keycloak'),
    says: ['OAuthSignInError', '[fix] Open http://127.0.0.1:CLOSED/.well-known/openid-configuration', 'ECONNREFUSED'],
  },
  'a color in another language': {
    says: ['theme-color', 'theme.brandColor: "bleu" is not the name of a color; did you mean "blue"?'],
    isInTerminalOnly: true,
  },
  'a color without its #': {
    own: ownPage,
    says: ['InvalidConfig', 'theme.brandColor has to be a CSS color, such as "#2f5bd0", but is "2f5bd0"'],
  },
}

const decoded = (page: string): string =>
  page.replaceAll('&quot;', '"').replaceAll('\\"', '"').replaceAll('&#39;', "'").replaceAll('\\n', '\n')

const LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z \[auth\]\[(?:error|warn)\]/m
const LINK = /^\[docs\] https:\/\/github\.com\/\S+\.md(?:#[\w-]+)?$/m
/** How the stack of an error starts, as SvelteKit prints it. The lines of the library start with the time. */
const ERROR = /^[A-Z]\w*: /m
const DETAIL =
  /\[fix\]|\[cause\]|reference\/errors|AUTH_|ECONNREFUSED|database lacks|returned undefined|no tenant|is not/

/** Checks the terminal, and returns what the page shows. */
const visitAndCheck = async (mode: Mode, name: string, visit: Visit, { isLoggedBySvelteKit, says }: Mistake) => {
  const visitor = visitorOf(servers[mode], name)
  const page = decoded(await visit(visitor))
  const wanted = says.map((part) => part.replace('ADDRESS', visitor.origin).replace('CLOSED', closed))
  // The response may arrive before the line.
  for (const part of wanted) await expect.poll(visitor.terminal).toContain(part)
  if (isLoggedBySvelteKit !== true) {
    for (const part of [LINE, LINK]) await expect.poll(visitor.terminal).toMatch(part)
    expect(visitor.terminal()).not.toMatch(ERROR)
  }
  expect(visitor.terminal() + page).not.toMatch(/sh0rt-and-private|\[object Object\]/)
  return { page, wanted, terminal: visitor.terminal() }
}

const casesOf = (mode: Mode) =>
  Object.entries(mistakes)
    .filter(([, { modes = [mode] }]) => modes.includes(mode))
    .flatMap(([name, mistake]) => {
      const { visit = signInPage, own } = mistake
      const cases = [[name, visit, mistake] as const]
      return own === undefined ? cases : [...cases, [`${name}, on a page of the application`, own, mistake] as const]
    })

const nameOf = (title: string): string => title.split(',')[0] ?? ''

describe.each<[Mode]>([['development'], ['production']])('the terminal of a server in %s', (mode) => {
  /** What the terminal shows of a visit, after which another one has written its error. */
  const terminalAfter = async (mistake: string, visit: Visit): Promise<string> => {
    const visitor = visitorOf(servers[mode], mistake)
    await visit(visitor)
    const next = visitorOf(servers[mode], 'no secret')
    await ownPage(next)
    await expect.poll(next.terminal).toContain('MissingSecret')
    return visitor.terminal().replace(next.terminal(), '')
  }

  test.each([
    ['a form', {}],
    ['an enhanced form', { accept: 'application/json', 'x-sveltekit-action': 'true' }],
  ])('says nothing of a wrong password in %s of an action', async (_form, headers) => {
    const form = 'providerId=credentials&password=wrong'
    let page = ''
    const terminal = await terminalAfter(
      'a wrong password',
      async ({ open }) => (page = await open('/enter', { form, headers })),
    )
    expect(page).toContain('CredentialsSignin')
    expect(terminal).not.toMatch(/CredentialsSignin:|^ +at /m)
  })

  test('shows an error of the application with its stack and its causes', async () => {
    const terminal = await terminalAfter('none', ({ open }) => open('/broken'))
    expect(terminal).toMatch(/^Error: the page is broken\n {4}at .*^Error: no such table\n {4}at /ms)
  })
})

describe('a development server', () => {
  test('does not name src/env.ts if it declares the variable', async () => {
    const visitor = visitorOf(servers.development, 'a missing issuer')
    await start('keycloak')(visitor)
    await expect.poll(visitor.terminal).toContain('AUTH_KEYCLOAK_ISSUER')
    expect(visitor.terminal()).not.toContain('src/env.ts')
  })

  test.each(casesOf('development'))('explains %s', async (title, visit, mistake) => {
    const { page, wanted } = await visitAndCheck('development', nameOf(title), visit, mistake)
    if (mistake.isInTerminalOnly === true) return
    for (const part of wanted) expect(page).toContain(part)
    // JSON has no link: what reads it is a script.
    expect(page).toMatch(/(?:errors\/\w+|warnings)\.md|^\{/)
  })
})

describe('a development server whose hooks do not export handle', () => {
  const withHooks = async (lines: string, check: (server: RunningApp) => Promise<void>): Promise<void> => {
    const other = await makeFolder()
    await cp(folder, other, { recursive: true, filter: (path) => !/node_modules|\.svelte-kit|build/.test(path) })
    await symlink(installedModules, join(other, 'node_modules'))
    await writeFile(join(other, 'src/hooks.server.ts'), lines)
    const server = await serve(other, {}, vite('dev'))
    try {
      await check(server)
    } finally {
      await server.stop()
      await removeFolder(other)
    }
  }

  test('says so after the first page, without handleError', async () => {
    await withHooks("import './auth'\n", async (server) => {
      await visitorOf(server, 'none').open('/')
      await expect.poll(server.output).toMatch(/\[auth\]\[warn\]\[handle-missing\] .* did not call handle/)
      expect(server.output()).toContain(
        "Export the hook from src/hooks.server.ts: export { handle } from './auth'\n[docs] https:",
      )
    })
  })

  test('says nothing if they export it, and nothing that is deprecated', async () => {
    await withHooks("export { handle } from './auth'\n", async (server) => {
      await visitorOf(server, 'none').open('/')
      await visitorOf(server, 'no secret').open('/')
      await expect.poll(server.output).toContain('MissingSecret')
      // SvelteKit 3 warns of modules of version 2, which a package for both versions may import.
      expect(server.output()).not.toMatch(/did not call handle|deprecated/)
    })
  })
})

describe('a server in production', () => {
  test.each(casesOf('production'))('explains %s in the terminal only', async (title, visit, mistake) => {
    const { page, terminal } = await visitAndCheck('production', nameOf(title), visit, mistake)
    expect(page).not.toMatch(DETAIL)
    if (mistake.isInTerminalOnly === true) return
    // A page of the application can read the session again, which is another line.
    const references = Array.from(terminal.matchAll(/"reference":"(\w{8})"/g), ([, reference]) => reference)
    expect(references).toContain(/\b[\dA-F]{8}\b/.exec(page.replace(/^.*<body/s, ''))?.[0])
  })

  test('prerenders a page with a link to a route of the library', async () => {
    expect(await visitorOf(servers.production, 'none').open('/static')).toContain('href="/auth/signin"')
  })
})
