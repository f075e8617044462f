import type { DatabaseSync } from 'node:sqlite'
import { createAuth, defaultRuntime } from '@authwright/core'
import { Passkey } from '@authwright/core/providers/passkey'
import { type Browser, openBrowser } from '@authwright/testing'
import type { SqlAdapter } from '../../src/index.ts'
import { sqliteAdapter } from '../../src/sqlite.ts'
import { ISSUER, type Provider } from './provider.ts'
import { watchSeals } from './seals.ts'

export const ORIGIN = 'https://app.example.com'

/** The start of all flows. */
export const START = Date.parse('2030-01-01T12:00:00Z')

/** A clock that each request moves on by one second. */
export const makeClock = (start = START) => {
  let at = start
  return { now: () => at, forward: (seconds: number) => void (at += seconds * 1000) }
}

export type Strategy = 'database' | 'jwt'

/** Opens an application over an adapter. */
export const openSiteOver = (
  adapter: SqlAdapter,
  strategy: Strategy,
  provider: Provider,
  clock: ReturnType<typeof makeClock>,
) => {
  const links: string[] = []
  const codes: string[] = []
  const errors: Error[] = []
  const seals = watchSeals(defaultRuntime.crypto)
  const sendNotification = ({ url }: { url?: string }): void => {
    if (url?.includes('/change-email?') === true) links.push(url)
  }
  const mail = { id: 'mail', name: 'Mail', type: 'email' as const, limits: { sends: 1000 }, sendNotification }
  const client = { clientId: 'client', clientSecret: 'client-secret' }
  const auth = createAuth(
    {
      adapter,
      secret: 'the secret of all versions, long enough to be one',
      trustHost: true,
      session: { strategy },
      logger: { error: (error: Error) => void errors.push(error), warn: () => undefined, debug: () => undefined },
      experimental: { enableWebAuthn: true },
      providers: [
        {
          ...client,
          id: 'one',
          name: 'One',
          type: 'oauth',
          authorization: `${ISSUER}/authorize`,
          token: `${ISSUER}/token`,
          userinfo: `${ISSUER}/userinfo`,
        },
        { ...client, id: 'two', name: 'Two', type: 'oidc', issuer: ISSUER, checks: ['pkce', 'nonce'] },
        { ...mail, sendVerificationRequest: ({ url }: { url: string }) => void links.push(url) },
        {
          ...mail,
          id: 'code',
          mode: 'code' as const,
          sendVerificationRequest: ({ token }: { token: string }) => void codes.push(token),
        },
        Passkey({}),
      ],
    },
    { ...defaultRuntime, crypto: seals.crypto, now: clock.now, fetch: provider.fetch },
  )
  const handler = (request: Request): Promise<Response> => {
    clock.forward(1)
    return auth.handle(request)
  }
  const open = (): Browser => openBrowser({ handler, origin: ORIGIN, now: clock.now })
  return { auth, adapter, links, codes, errors, seals, open, clock }
}

/** An application over any database. */
export type AnySite = ReturnType<typeof openSiteOver>

/** Opens an application over a SQLite database. */
export const openSite = (
  database: DatabaseSync,
  strategy: Strategy,
  provider: Provider,
  clock: ReturnType<typeof makeClock>,
) => {
  const adapter = sqliteAdapter({ database, now: clock.now })
  return { ...openSiteOver(adapter, strategy, provider, clock), database }
}

export type Site = ReturnType<typeof openSite>
