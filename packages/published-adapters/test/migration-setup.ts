import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, type Browser } from '@authwright/testing'
import { startPostgres } from '@authwright/test-kit/databases'
import { startIdentityProvider } from '@authwright/testing/identity-provider'
import pg from 'pg'
import { vi } from 'vitest'
import { writeGuide } from '@authwright/test-kit/migration-guide'

const ORIGIN = 'https://app.example.com'
export const SECRET = 'a secret of the tests, thirty-two characters and more'

export type Handle = (request: Request) => Promise<Response>

/** The tables in the documentation of the published adapter. */
const TABLES = `
  create table verification_token (
    identifier text not null, expires timestamptz not null, token text not null, primary key (identifier, token)
  );
  create table accounts (
    id serial primary key, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
    "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text,
    scope text, session_state text, token_type text
  );
  create table sessions (
    id serial primary key, "userId" integer not null, expires timestamptz not null, "sessionToken" varchar(255) not null
  );
  create table users (
    id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text
  );`

interface Loaded {
  readonly handle: Handle
  readonly pool?: pg.Pool
}

/** Writes the files of the guide, starts a provider and a database with the tables of Auth.js, and sets the environment. */
export const startMoving = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-guide-'))
  const redirectUris = [`${ORIGIN}/auth/callback/keycloak`]
  const clients = [{ clientId: 'app', clientSecret: 'app-secret', redirectUris }]
  const [files, provider, server] = await Promise.all([
    writeGuide(folder, ['authjs', 'lucia', 'better-auth']),
    startIdentityProvider({ clients }),
    startPostgres(),
  ])
  const url = new URL(await server.createDatabase())
  const pool = new pg.Pool({ connectionString: url.href })
  // The server may stop before the last connection is closed.
  pool.on('error', () => undefined)
  await pool.query(TABLES)
  const variables = {
    AUTH_SECRET: SECRET,
    AUTH_TRUST_HOST: 'true',
    AUTH_KEYCLOAK_ID: 'app',
    AUTH_KEYCLOAK_SECRET: 'app-secret',
    AUTH_KEYCLOAK_ISSUER: provider.issuer,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: url.password,
    PGDATABASE: url.pathname.slice(1),
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const pools = new Set([pool])
  let loads = 0
  return {
    folder,
    files,
    pool,
    /** Starts a server from a file of the guide, with the current environment. */
    load: async (file: string): Promise<Handle> => {
      const loaded = (await import(/* @vite-ignore */ `${join(folder, file)}?start=${(loads += 1)}`)) as Loaded
      if (loaded.pool !== undefined) pools.add(loaded.pool)
      return loaded.handle
    },
    /** Opens browsers of an application whose server can be replaced. */
    openSite: (handle: Handle) => {
      let serving = handle
      const respond = (request: Request): Response | Promise<Response> => {
        if (request.url.startsWith(provider.issuer)) return fetch(request, { redirect: 'manual' })
        return new URL(request.url).pathname === '/' ? new Response('home') : serving(request)
      }
      return {
        open: () => openBrowser({ handler: respond, origin: ORIGIN }),
        replace: (next: Handle) => void (serving = next),
      }
    },
    close: async () => {
      vi.unstubAllEnvs()
      await Promise.all([...pools].map((open) => open.end()))
      await Promise.all([provider.close(), server.close(), rm(folder, { recursive: true, force: true })])
    },
  }
}

/** Signs in at the provider, up to the redirect to the callback. */
export const signInAtProvider = async (browser: Browser, person: string): Promise<void> => {
  const { csrfToken } = JSON.parse((await browser.get('/auth/csrf')).body) as { readonly csrfToken: string }
  await browser.post('/auth/signin/keycloak', { csrfToken })
  await browser.follow()
  await browser.submit({}, { press: person })
}

export const signIn = async (browser: Browser, person: string): Promise<void> => {
  await signInAtProvider(browser, person)
  await browser.follow()
}

export interface ShownSession {
  readonly user?: { readonly name?: string }
  readonly expires?: string
}

export const session = async (browser: Browser): Promise<ShownSession | null> =>
  JSON.parse((await browser.get('/auth/session')).body) as ShownSession | null

export const sessionCookies = (browser: Browser): readonly string[] =>
  browser.jar
    .list()
    .map(({ name }) => name)
    .filter((name) => name.includes('session-token'))
