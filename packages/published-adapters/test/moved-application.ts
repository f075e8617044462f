import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, type Browser } from '@authwright/testing'
import { startIdentityProvider } from '@authwright/testing/identity-provider'
import { writeGuide } from '@authwright/test-kit/migration-guide'
import { vi } from 'vitest'

const ORIGIN = 'https://app.example.com'

export const OWN_COOKIE = '__Host-authwright.session-token'

/** The identity provider, a SQLite file for the other library, and the code of its guide. */
export const openMigration = async (library: 'lucia' | 'better-auth', variables: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-guide-'))
  const redirectUris = [`${ORIGIN}/auth/callback/keycloak`]
  const clients = [{ clientId: 'app', clientSecret: 'app-secret', redirectUris }]
  const [provider] = await Promise.all([startIdentityProvider({ clients }), writeGuide(folder, [library])])
  const database = join(folder, 'app.db')
  const environment = {
    AUTH_SECRET: 'a secret of the tests, thirty-two characters and more',
    AUTH_URL: ORIGIN,
    AUTH_KEYCLOAK_ID: 'app',
    AUTH_KEYCLOAK_SECRET: 'app-secret',
    AUTH_KEYCLOAK_ISSUER: provider.issuer,
    DATABASE: database,
    ...variables,
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  // A refused sign-in is logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let runs = 0
  const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ `${join(folder, file)}?run=${(runs += 1)}`)
  return {
    database,
    /** Copies the users. */
    move: () => load(`${library}/move.ts`),
    /** Opens browsers of the application with Authwright. */
    open: async () => {
      const { handle } = (await load(`${library}/auth.ts`)) as {
        readonly handle: (request: Request) => Promise<Response>
      }
      const handler = (request: Request): Response | Promise<Response> => {
        if (request.url.startsWith(provider.issuer)) return fetch(request, { redirect: 'manual' })
        return new URL(request.url).pathname === '/' ? new Response('home') : handle(request)
      }
      return {
        browser: () => openBrowser({ handler, origin: ORIGIN }),
        /** The session of a request with this cookie, and the cookies that the response sets. */
        read: async (cookie: string) => {
          const response = await handle(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))
          return { session: await response.json(), cookies: response.headers.getSetCookie() }
        },
      }
    },
    close: async () => {
      vi.unstubAllEnvs()
      await provider.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const readCsrf = async (browser: Browser): Promise<string> =>
  (JSON.parse((await browser.get('/auth/csrf')).body) as { readonly csrfToken: string }).csrfToken

export const showSession = async (browser: Browser): Promise<unknown> =>
  JSON.parse((await browser.get('/auth/session')).body)

export const signInWithPassword = async (browser: Browser, email: string, password: string): Promise<unknown> => {
  await browser.post('/auth/callback/credentials', { csrfToken: await readCsrf(browser), email, password })
  return showSession(browser)
}

export const signInAtKeycloak = async (browser: Browser, person: string): Promise<unknown> => {
  await browser.post('/auth/signin/keycloak', { csrfToken: await readCsrf(browser) })
  await browser.follow()
  await browser.submit({}, { press: person })
  await browser.follow()
  return showSession(browser)
}
