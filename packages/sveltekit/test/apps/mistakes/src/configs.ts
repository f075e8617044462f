import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import type { SvelteKitAuthConfig } from '@authwright/sveltekit'
import GitHub from '@authwright/sveltekit/providers/github'
import GitLab from '@authwright/sveltekit/providers/gitlab'
import Keycloak from '@authwright/sveltekit/providers/keycloak'
import Nodemailer from '@authwright/sveltekit/providers/nodemailer'
import Passkey from '@authwright/sveltekit/providers/passkey'
import Resend from '@authwright/sveltekit/providers/resend'
import pg from 'pg'

/** A port at which nothing listens. */
const closed = process.env['CLOSED_PORT']

const pool = new pg.Pool({ connectionString: `postgres://app@127.0.0.1:${closed}/app` })
const down = postgresAdapter({ pool })
const empty = sqliteAdapter({ path: ':memory:', migrate: false })
const adapter = sqliteAdapter({ path: ':memory:' })

const client = { clientId: 'app', clientSecret: 'client-secret' }
const password = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: (): unknown => ({ id: '1', name: 'Ann' }),
}
const secret = 'k3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw'
const from = 'a@example.com'

/** What is wrong in each config, besides the options that all have. Of some mistakes nothing is. */
const mistakes: Readonly<Record<string, object>> = {
  none: { providers: [password] },
  'a wrong password': { providers: [{ ...password, authorize: () => null }] },
  'no secret': { secret: undefined },
  'a short secret': { secret: 'sh0rt-and-private' },
  'AUTH_URL of another port': { origin: 'http://localhost:3000' },
  'AUTH_URL without a scheme': { origin: 'localhost:5173' },
  'no client id': { providers: [GitLab] },
  AUTH_GITHUB_CLIENT_ID: { providers: [GitHub] },
  'a typo in an import': { providers: [undefined] },
  'a misspelt option': { callback: {} },
  'an adapter that lacks methods': { adapter: { getUser: () => null }, session: { strategy: 'database' } },
  'mail without an adapter': { providers: [Nodemailer({ server: `smtp://127.0.0.1:${closed}`, from })] },
  'passkeys without the option': { providers: [Passkey], adapter },
  'migrations that were not run': { adapter: empty, session: { strategy: 'database' } },
  'a database that is down': { adapter: down, session: { strategy: 'database' } },
  'a mail server that is down': { providers: [Nodemailer({ server: `smtp://127.0.0.1:${closed}`, from })], adapter },
  'a mail service without its key': { providers: [Resend({ from })], adapter },
  'a session callback that returns nothing': { providers: [password], callbacks: { session: () => undefined } },
  'a jwt callback that returns nothing': { providers: [password], callbacks: { jwt: () => undefined } },
  'a signIn callback that returns nothing': { providers: [password], callbacks: { signIn: () => undefined } },
  'authorize that returns no user': { providers: [{ ...password, authorize: () => true }] },
  'a secret that changed': { secret: `another-${secret}`, providers: [password] },
  'production without AUTH_URL': { trustHost: undefined },
  'a proxy without ORIGIN beside AUTH_URL': { origin: 'https://app.example.com' },
  'a preview host beside AUTH_URL': { origin: 'https://app.example.com' },
  'two providers of one kind': { providers: [GitHub(client), GitHub(client)] },
  'a missing issuer': { providers: [Keycloak(client)] },
  'an issuer that does not respond': { providers: [Keycloak({ ...client, issuer: `http://127.0.0.1:${closed}` })] },
  'a color in another language': { theme: { brandColor: 'bleu' } },
  'a color without its #': { theme: { brandColor: '2f5bd0' } },
  'a secret that src/env.ts does not declare': { secret: undefined },
  'a client id that src/env.ts does not declare': { providers: [GitLab] },
  'an unknown provider in an address': {},
  'an unknown provider in client code': {},
  'an unknown provider in a component': {},
  'a provider that refuses without a state': {},
  'a proxy without ORIGIN': {},
}

/** The same object for each request of a mistake, as an application has one config. */
export const configs: Readonly<Record<string, SvelteKitAuthConfig>> = Object.fromEntries(
  Object.entries(mistakes).map(([name, options]) => [
    name,
    { providers: [GitHub(client)], secret, trustHost: true, ...options } as unknown as SvelteKitAuthConfig,
  ]),
)
