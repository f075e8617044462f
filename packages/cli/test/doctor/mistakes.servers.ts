import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { installedModules } from '@authwright/test-kit/installed-application'
import { freePort, startLoopback, type LoopbackServer } from '@authwright/testing/local-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { authwright, writeFolder } from '../support/command-line.ts'
import { SECRET } from './healthy.ts'

/*
 * The mistakes that newcomers make, each in an application of files, and what the command says of it. It cannot see:
 * - an unknown provider in a component, in client code or in an address: the config does not have it;
 * - a refusal of the provider, and its response without a state: the provider decides;
 * - callbacks and `authorize` that return the wrong thing: the command does not call them, they may change data;
 * - AUTH_URL of another port: the command does not know where the development server listens;
 * - a secret that changed: only browsers have the cookies that the former secret sealed;
 * - preview hosts beside AUTH_URL, and a proxy that does not pass the origin on: only a request has the other host. For a public
 *   address, `url.running` asks the server what it takes itself for (doctor.test.ts, because no public server is here);
 * - links of prerendered pages: they are followed at build time, and are no mistake (packages/sveltekit/test/handle.test.ts);
 * - a column that is added while the application runs: the command is another process, which reads the new columns.
 */

interface Folder {
  readonly files?: Readonly<Record<string, string>>
  /** Lines of `.env`, besides the secret and the client. */
  readonly env?: string
  readonly args?: readonly string[]
}

interface Mistake extends Folder {
  /** All findings. The first one is about the mistake. */
  readonly finds: readonly string[]
  /** What the finding and its remedy have to name: the option or variable, and the value that was found. */
  readonly names: readonly string[]
}

const CLIENT = 'AUTH_GITHUB_ID=app\nAUTH_GITHUB_SECRET=the-secret-of-the-client\n'
const KEY = `AUTH_SECRET=${SECRET}\n`

const authFile = (options: string, imports = ''): string => `
  import { SvelteKitAuth } from '@authwright/sveltekit'
  import GitHub from '@authwright/sveltekit/providers/github'
  ${imports}
  export const { handle, signIn, signOut } = SvelteKitAuth(${options})
`
const config = (options: string, imports?: string) => ({ 'src/auth.ts': authFile(options, imports) })
const provider = (name: string): string => `import ${name} from '@authwright/sveltekit/providers/${name.toLowerCase()}'`

const SQLITE = `import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
  const adapter = sqliteAdapter({ path: import.meta.dirname + '/app.db' })
`
const staff = (issuer: string): string =>
  `{ id: 'staff', name: 'Staff', type: 'oidc', issuer: '${issuer}', clientId: 'app', clientSecret: 'client-secret', trustAllEmails: true }`

const envFile = (...names: readonly string[]): string => `
  import { defineEnvVars } from '@sveltejs/kit/env'
  const optional = { schema: (value: string | undefined) => value }
  export const variables = defineEnvVars({ ${names.map((name) => `${name}: optional`).join(', ')} })
`

/** A SvelteKit application without a mistake. */
const healthy = {
  'package.json': JSON.stringify({
    type: 'module',
    dependencies: { '@authwright/sveltekit': '^0.1.0', '@authwright/core': '^0.1.0' },
    devDependencies: { '@sveltejs/kit': '^3.0.0' },
  }),
  'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite'
    export default { plugins: [sveltekit()] }`,
  'src/app.html': '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
  'src/env.ts': envFile('AUTH_SECRET', ...['GITHUB_ID', 'GITHUB_SECRET', 'URL'].map((name) => `AUTH_${name}`)),
  'src/hooks.server.ts': "export { handle } from './auth'",
  'src/auth.ts': authFile('{ providers: [GitHub] }'),
}

/** Runs the command in a folder with these files. It loads the application with Vite, which is loaded once in this process. */
const doctor = async ({ files = {}, env = KEY + CLIENT, args = ['--offline'] }: Folder) => {
  // A terminal has none of these. Vite sets NODE_ENV.
  for (const name of Object.keys(process.env)) if (/^(?:AUTH_|NODE_ENV$)/.test(name)) vi.stubEnv(name, undefined)
  const folder = writeFolder({ ...healthy, '.env': env, ...files })
  symlinkSync(installedModules, join(folder, 'node_modules'))
  const { output } = await authwright(['doctor', '--json', '--cwd', folder, ...args])
  const { checks = [], error } = JSON.parse(output) as {
    readonly checks?: readonly Readonly<Record<'id' | 'level' | 'found' | 'fix', string>>[]
    readonly error?: string
  }
  return { found: checks.filter(({ level }) => level !== 'ok'), error }
}

const mistakes: Readonly<Record<string, Mistake>> = {
  'no secret': { env: CLIENT, finds: ['secret.missing'], names: ['AUTH_SECRET', 'secret --write'] },
  'a short secret': {
    env: `${CLIENT}AUTH_SECRET=short`,
    finds: ['secret.weak'],
    names: ['AUTH_SECRET', 'it has 5 characters', 'openssl rand -base64 33'],
  },
  'AUTH_URL without a scheme': {
    env: `${KEY}${CLIENT}AUTH_URL=app.example.org`,
    finds: ['url.invalid'],
    names: ['AUTH_URL', 'address: app.example.org', 'AUTH_URL=https://app.example.com'],
  },
  'AUTH_URL with a path': {
    env: `${KEY}${CLIENT}AUTH_URL=https://app.example.org/api/auth`,
    finds: ['url.path'],
    names: ['AUTH_URL', '/api/auth', 'basePath'],
  },
  'no client id': {
    env: KEY,
    finds: ['providers.variables'],
    names: ['AUTH_GITHUB_ID is not set', 'AUTH_GITHUB_SECRET is not set'],
  },
  AUTH_GITHUB_CLIENT_ID: {
    env: `${KEY}AUTH_GITHUB_CLIENT_ID=app\nAUTH_GITHUB_SECRET=the-secret-of-the-client`,
    finds: ['providers.misspelt-variables'],
    names: ['AUTH_GITHUB_CLIENT_ID is set, and AUTH_GITHUB_ID is not', 'rename the variable'],
  },
  'a variable that src/env.ts does not declare': {
    files: { 'src/env.ts': envFile('AUTH_SECRET') },
    finds: ['config.variables'],
    names: ['src/env.ts does not declare AUTH_GITHUB_ID, AUTH_GITHUB_SECRET'],
  },
  'a typo in an import': {
    files: config('{ providers: [GitHub, Gitlab] }', provider('Gitlab').replace('Gitlab', '{ Gitlab }')),
    finds: ['config.invalid'],
    names: ['providers[1] is not a provider, but undefined', 'import GitHub from'],
  },
  'a misspelt option': {
    files: config('{ providers: [GitHub], callback: {} }'),
    finds: ['config.warnings'],
    names: ['"callback" is not an option', 'did you mean "callbacks"?'],
  },
  'handle that is not exported': {
    files: { 'src/hooks.server.ts': "import { handle } from './auth'" },
    finds: ['config.hook'],
    names: ["export { handle } from './auth' in src/hooks.server.ts"],
  },
  'an adapter that lacks methods': {
    files: config("{ providers: [GitHub], adapter: { getUser: () => null }, session: { strategy: 'database' } }"),
    finds: ['database.methods', 'database.counters', 'database.transactions', 'database.session-list'],
    names: ['getSessionAndUser (session.strategy "database")', 'use an adapter that has them'],
  },
  'mail without an adapter': {
    files: config(
      "{ providers: [Nodemailer({ server: 'smtp://127.0.0.1:25', from: 'a@example.com' })] }",
      provider('Nodemailer'),
    ),
    finds: ['database.missing'],
    names: ['An adapter is needed for: e-mail', 'sqliteAdapter of @authwright/adapter-sql/sqlite'],
  },
  'passkeys without the option': {
    files: config('{ providers: [Passkey], adapter }', SQLITE + provider('Passkey')),
    finds: ['config.invalid', 'database.migrations'],
    names: ['experimental: { enableWebAuthn: true }'],
  },
  'migrations that were not run': {
    files: config('{ providers: [GitHub], adapter }', SQLITE),
    finds: ['database.migrations'],
    names: ['initial schema', 'npx @authwright/cli migrate'],
  },
  'a database that is down': {
    files: config(
      '{ providers: [GitHub], adapter: postgresAdapter({ pool }) }',
      `import { Pool } from 'pg'
       import { postgresAdapter } from '@authwright/adapter-sql/postgres'
       const pool = new Pool({ connectionString: 'postgres://app:canary@127.0.0.1:CLOSED/app' })`,
    ),
    finds: ['database.unreachable'],
    names: ['ECONNREFUSED 127.0.0.1:CLOSED', 'check the address'],
  },
  'a mail server that is down': {
    files: config(
      "{ providers: [Nodemailer({ server: 'smtp://127.0.0.1:CLOSED', from: 'a@example.com' })], adapter }",
      SQLITE + provider('Nodemailer'),
    ),
    args: [],
    finds: ['mail.smtp', 'database.migrations'],
    names: ['ECONNREFUSED 127.0.0.1:CLOSED', 'check host and port'],
  },
  'a mail service without its key': {
    files: config("{ providers: [Resend({ from: 'a@example.com' })], adapter }", SQLITE + provider('Resend')),
    finds: ['providers.variables', 'database.migrations'],
    names: ['AUTH_RESEND_KEY is not set', 'set the variables'],
  },
  'a wrong clock': {
    files: config(`{ providers: [${staff('LATE')}] }`),
    args: [],
    finds: ['runtime.clock'],
    // The header `Date` has whole seconds, and the response takes a moment: about an hour.
    names: ['the clock differs by -3', ' seconds from 127.0.0.1', 'NTP'],
  },
  'production without AUTH_URL': {
    args: ['--offline', '--production'],
    finds: ['url.missing'],
    names: ['AUTH_URL', 'AUTH_TRUST_HOST'],
  },
  'two providers of one kind': {
    files: config('{ providers: [GitHub, GitHub()] }'),
    finds: ['config.invalid'],
    names: ['Two providers have the id "github"', "GitHub({ id: 'github-2' })"],
  },
  'a missing issuer': {
    files: config(
      "{ providers: [Keycloak({ clientId: 'app', clientSecret: 'client-secret' })] }",
      provider('Keycloak'),
    ),
    finds: ['providers.variables', 'config.invalid'],
    names: ['AUTH_KEYCLOAK_ISSUER is not set'],
  },
  'an issuer that does not respond': {
    files: config(`{ providers: [${staff('http://127.0.0.1:CLOSED')}] }`),
    args: [],
    finds: ['providers.discovery'],
    names: ['ECONNREFUSED 127.0.0.1:CLOSED', 'compare the issuer'],
  },
  'a color in another language': {
    files: config("{ providers: [GitHub], theme: { brandColor: 'bleu' } }"),
    finds: ['config.warnings'],
    names: ['theme.brandColor: "bleu" is not the name of a color', 'did you mean "blue"?'],
  },
  'a color without its #': {
    files: config("{ providers: [GitHub], theme: { brandColor: '2f5bd0' } }"),
    finds: ['config.invalid'],
    names: ['theme.brandColor has to be a CSS color', 'but is "2f5bd0"'],
  },
}

let closed: string
let late: LoopbackServer

beforeAll(async () => {
  closed = String(await freePort())
  late = await startLoopback(0, (issuer) => (request, response) => {
    response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString())
    const document = { issuer, jwks_uri: `${issuer}/keys` }
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [{ kty: 'EC' }] } : document))
  })
})
afterAll(() => late?.close())

/** Fills in the addresses of this run. */
const filled = (text: string): string => text.replaceAll('CLOSED', closed).replaceAll('LATE', late.origin)

describe('authwright doctor', () => {
  test('finds nothing in an application without a mistake', async () => {
    expect(await doctor({})).toEqual({ found: [], error: undefined })
  })

  test.each(Object.entries(mistakes))(
    'finds %s, and names what to change',
    async (_name, { finds, names, ...given }) => {
      const files = Object.fromEntries(Object.entries(given.files ?? {}).map(([path, text]) => [path, filled(text)]))
      const { found, error } = await doctor({ ...given, files })
      expect(error).toBeUndefined()
      expect(found.map(({ id }) => id).toSorted()).toEqual(finds.toSorted())
      const finding = found.find(({ id }) => id === finds[0])
      for (const name of names) expect(`${finding?.found}\n${finding?.fix}`).toContain(filled(name))
      expect(JSON.stringify(found)).not.toContain('canary')
    },
  )

  test.each([
    ['throws', 'async () => { throw new Error("no tenant") }', 'that returns the configuration threw: no tenant.'],
    ['returns nothing', 'async () => {}', 'did not return an object with providers, but undefined'],
    ['needs a request', 'async (event) => ({ providers: [GitHub], secret: event.platform })', '--config src/auth.ts#'],
  ])('says that a config function %s', async (_what, source, text) => {
    const { error } = await doctor({ files: config(source) })
    expect(error).toContain('src/auth.ts')
    expect(error).toContain(text)
  })

  test('says which import of the config does not exist', async () => {
    const { error } = await doctor({ files: config('{ providers: [Githb] }', provider('Githb')) })
    expect(error).toContain("src/auth.ts cannot be loaded: Cannot find module '@authwright/sveltekit/providers/githb'")
  })
})
