import Passkey from '@authwright/core/providers/passkey'
import { memoryAdapter } from '@authwright/testing'
import type { Adapter } from '@authwright/core/adapters'
import { DAY, NOW, SECRET, mail, passkey, staff, type Faults } from './healthy.ts'

const SAMPLE = 'changeme-changeme-changeme-changeme-changeme'

const oidc = (options: object): Faults => ({ written: { providers: [{ ...staff, ...options }, mail, passkey] } })
const email = (options: object): Faults => ({ written: { providers: [staff, { ...mail, ...options }, passkey] } })

/** An adapter without some of its methods. */
const adapterWithout = (...names: readonly (keyof Adapter)[]): Adapter => {
  const adapter: Adapter = { ...memoryAdapter() }
  for (const name of names) Reflect.deleteProperty(adapter, name)
  return adapter
}

/** An adapter over a table of users that the application made, and that has no `deleteAt`. */
const adapterWithoutColumn: Adapter = {
  ...memoryAdapter(),
  listUsersToDelete: () => Promise.reject(new Error('the table of users has no column deleteAt')),
}

const withAdapter = (adapter: object): Faults => ({ written: { adapter: { ...memoryAdapter(), ...adapter } } })

const cookie = (name: string, options: object): Faults => ({ written: { cookies: { [name]: { options } } } })

const jwt = (payload: object): string =>
  `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2lnbmF0dXJl`

const discovery = (document: object): Faults => ({
  pages: {
    'https://id.example.org/.well-known/openid-configuration': () =>
      Response.json({ issuer: 'https://id.example.org', jwks_uri: 'https://id.example.org/keys', ...document }),
  },
})

const status = (url: string, code: number): Faults => ({ pages: { [url]: () => new Response('', { status: code }) } })

/** A fault for every check, by the id of the check that has to find it. */
export const injectedFaults: Readonly<Record<string, Faults>> = {
  'secret.missing': { config: { secret: [] } },
  'secret.weak': { config: { secret: SAMPLE } },
  'secret.quoted': { config: { secret: `"${SECRET}"` } },
  'secret.tracked': { project: { trackedEnvFiles: { '.env': `AUTH_SECRET=${SECRET}\n` } } },
  'secret.in-code': { written: { secret: SECRET }, source: `NextAuth({ secret: '${SECRET}' })` },
  'secret.published': { env: { VITE_AUTH_SECRET: SECRET } },
  'secret.too-many': { config: { secret: [SECRET, `${SECRET}2`, `${SECRET}3`] } },
  'secret.tokens-weak': { written: { account: { tokens: { secret: SAMPLE } } } },
  'secret.tokens-same': { written: { account: { tokens: { secret: [SECRET] } } } },
  'secret.placeholder': oidc({ clientSecret: 'your-client-secret' }),
  'secret.expiring': oidc({ clientSecret: jwt({ exp: (NOW + 10 * DAY) / 1000 }) }),

  'url.missing': { config: { origin: undefined, trustHost: false } },
  'url.invalid': { config: { origin: 'app.example.org' }, env: { AUTH_URL: 'app.example.org' } },
  'url.insecure': { config: { origin: 'http://app.example.org' }, written: { providers: [staff, mail] } },
  'url.loopback': { config: { origin: 'http://localhost:3000' } },
  'url.path': { env: { AUTH_URL: 'https://app.example.org/login' } },
  'url.base-path': { written: { basePath: 'auth/' } },
  'url.trusts-host': { config: { origin: undefined }, env: { AUTH_URL: '' } },
  'url.trust-value': { env: { AUTH_TRUST_HOST: 'localhost' } },
  'url.legacy': { env: { NEXTAUTH_SECRET: SECRET } },
  'url.redirect-proxy': { written: { redirectProxyUrl: 'http://auth.example.org/auth' } },
  'url.running': {
    pages: {
      'https://app.example.org/auth/providers': () =>
        Response.json({ staff: { callbackUrl: 'http://10.0.3.4:3000/auth/callback/staff' } }),
    },
  },
  'url.open-http': status('http://app.example.org/', 200),
  'url.certificate': { system: { certificateEnd: () => Promise.resolve(NOW + 3 * DAY) } },

  'cookies.insecure': { written: { useSecureCookies: false } },
  'cookies.unsent': {
    config: { origin: 'http://app.example.org' },
    written: { useSecureCookies: true, providers: [staff] },
  },
  'cookies.domain': cookie('sessionToken', { domain: 'vercel.app' }),
  'cookies.same-site': cookie('state', { sameSite: 'strict' }),
  'cookies.cross-site': cookie('sessionToken', { sameSite: 'none' }),
  'cookies.readable': cookie('sessionToken', { httpOnly: false }),
  'cookies.prefix': { written: { cookies: { sessionToken: { name: '__Host-s', options: { path: '/app' } } } } },
  'cookies.max-age': { written: { session: { maxAge: 500 * 86_400, absoluteMaxAge: 500 * 86_400 } } },

  'providers.none': { written: { providers: [] } },
  'providers.variables': oidc({ clientSecret: undefined }),
  'providers.misspelt-variables': { ...oidc({ clientId: undefined }), env: { AUTH_STAFF_CLIENT_ID: 'app' } },
  'providers.spaces': oidc({ clientId: ' app' }),
  'providers.swapped-id': oidc({ clientSecret: 'app' }),
  'providers.http': oidc({ userinfo: 'http://id.example.org/userinfo' }),
  'providers.emulated': oidc({ authorization: 'http://127.0.0.1:5183/id.example.org/authorize' }),
  'providers.removed-checks': oidc({ checks: ['state'] }),
  'providers.links-by-email': oidc({ allowDangerousEmailAccountLinking: true }),
  'providers.any-tenant': oidc({
    wellKnown: 'https://id.example.org/.well-known/openid-configuration',
    issuer: 'https://login.example.org/common/v2.0',
  }),
  'providers.discovery': status('https://id.example.org/.well-known/openid-configuration', 404),
  'providers.issuer': discovery({ issuer: 'https://id.example.org/' }),
  'providers.keys': { pages: { 'https://id.example.org/keys': () => Response.json({ keys: [] }) } },
  'providers.client-authentication': {
    ...oidc({ client: { token_endpoint_auth_method: 'client_secret_post' } }),
    ...discovery({ token_endpoint_auth_methods_supported: ['client_secret_basic'] }),
  },

  'database.missing': { written: { adapter: undefined } },
  'database.methods': { written: { adapter: adapterWithout('createVerificationToken') } },
  'database.unreachable': withAdapter({ getUserByEmail: () => Promise.reject(new Error('connect ECONNREFUSED')) }),
  'database.migrations': withAdapter({ pendingMigrations: () => Promise.resolve(['devices of sessions']) }),
  'database.slow': {
    system: {
      now: (() => {
        let time = NOW
        return () => (time += 300)
      })(),
    },
  },
  'database.counters': { written: { adapter: adapterWithout('incrementCounter') } },
  'database.transactions': { written: { adapter: adapterWithout('transaction') } },
  'database.session-list': { written: { adapter: adapterWithout('listSessions') } },
  'database.revocation': { written: { adapter: adapterWithout('revokeSessions'), session: { strategy: 'jwt' } } },
  'database.deletion-delay': {
    written: {
      account: { deletionDelay: 7 * 24 * 60 * 60 },
      callbacks: { deleteUser: () => true },
      adapter: adapterWithoutColumn,
    },
  },

  'mail.server': email({ server: undefined }),
  'mail.from-missing': email({ from: undefined }),
  'mail.from-invalid': email({ from: 'Company' }),
  'mail.from-sample': email({ from: 'no-reply@example.com' }),
  'mail.local': email({ server: 'smtp://127.0.0.1:1025' }),
  'mail.tls': email({ server: { host: 'smtp.company.dev', tls: { rejectUnauthorized: false } } }),
  'mail.package': { project: { versionOf: (name) => (name === 'nodemailer' ? undefined : '0.1.0') } },
  'mail.smtp': { system: { greeting: () => Promise.reject(new Error('connect ETIMEDOUT')) } },
  'mail.mx': { records: { 'MX mail.company.dev': [] } },
  'mail.spf': { records: { 'TXT mail.company.dev': ['v=spf1 -all', 'v=spf1 ~all'] } },
  'mail.dmarc': { records: { 'TXT _dmarc.company.dev': [] } },

  'runtime.node': { system: { nodeVersion: '18.20.0' } },
  'runtime.crypto': { system: { canMakeKey: (name) => Promise.resolve(name !== 'Ed25519') } },
  'runtime.mode': { env: { NODE_ENV: 'development' } },
  'runtime.debug': { written: { debug: true } },
  'runtime.tls-off': { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
  'runtime.proxy': { env: { HTTPS_PROXY: 'http://proxy.example.org' } },
  'runtime.copies': { project: { coreCopies: ['/a/core', '/b/core'] } },
  'runtime.versions': { project: { versionOf: (name) => (name === '@authwright/core' ? '0.2.0' : '0.1.0') } },
  'runtime.both-libraries': {
    project: { dependencies: { '@authwright/sveltekit': '1', '@sveltejs/kit': '2', '@auth/sveltekit': '1' } },
  },
  'runtime.clock': {
    pages: {
      'https://app.example.org/': () => new Response('', { headers: { date: new Date(NOW - 90_000).toUTCString() } }),
    },
  },

  'config.invalid': { written: { pages: { signIn: '/auth/signout' } } },
  'config.warnings': { written: { theme: { brandColor: '#ffffff', buttonText: '#fefefe' } } },
  'config.csrf': { written: { skipCSRFCheck: Symbol('skip-csrf-check') as never } },
  'config.package-missing': { project: { dependencies: { '@sveltejs/kit': '^2.0.0', '@authwright/core': '^0.1.0' } } },
  // Not exported, and exported where SvelteKit does not look for it.
  'config.hook': {
    files: {
      'src/hooks.server.ts': "import { handle } from './auth'\n",
      'src/hooks.ts': "export { handle } from './auth'\n",
    },
  },
  'config.variables': {
    project: { dependencies: { '@sveltejs/kit': '^3.0.0', '@authwright/sveltekit': '^0.1.0' } },
    files: { '.env': `AUTH_SECRET=${SECRET}`, 'src/env.ts': 'export const variables = defineEnvVars({})' },
  },
  'config.relying-party': {
    written: { providers: [staff, mail, Passkey({ relayingParty: { id: 'other.example.org' } })] },
  },
  'config.passkeys-http': { config: { origin: 'http://app.example.org' } },
  'config.passkeys-package': {
    project: { versionOf: (name) => (name === '@simplewebauthn/server' ? undefined : '0.1.0') },
  },
}
