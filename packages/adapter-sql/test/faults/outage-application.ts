import { createServer } from 'node:http'
import { createAuth, type AuthInstance } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import { type Browser, openBrowser } from '@authwright/testing'
import { once } from 'node:events'
import pg from 'pg'
import { postgresAdapter } from '../../src/postgres.ts'
import { listeningPool } from './listening-pool.ts'

/** The `adapterTimeout` of the application, in milliseconds. */
export const TIMEOUT = 1000

const ORIGIN = 'https://app.example.com'
const COOKIE = '__Host-authwright.session-token'
const CONNECTIONS = 2

/** An application over a PostgreSQL database with outages. */
export interface Outage {
  /** Signs in at the provider. */
  readonly signIn: (email: string) => Promise<Browser>
  /** Prepares a sign-in, and returns the URL of the provider's callback. */
  readonly prepareCallback: (email: string) => Promise<{ readonly browser: Browser; readonly callback: URL }>
  readonly cookieOf: (browser: Browser) => string | undefined
  /** The types of the errors that were logged. */
  readonly errors: () => readonly string[]
  readonly rows: () => Promise<Readonly<Record<'users' | 'accounts' | 'sessions', number>>>
  /** Takes every connection of the pool. The returned function releases them. */
  readonly takeAll: () => Promise<() => void>
  /** Does the same when the application calls a method of the adapter. */
  readonly takeAllAt: (method: 'getUserByAccount' | 'transaction') => Promise<() => void>
  /** Makes the server end the connection before a matching statement, up to `times`. Returns the number of cuts. */
  readonly cutBefore: (statement: RegExp, times: number) => () => number
  /** Makes the database read-only, or writable again. Ends all connections. */
  readonly makeReadOnly: (isReadOnly: boolean) => Promise<void>
  /** Replaces the application by a new one without caches. */
  readonly restart: () => void
  readonly close: () => Promise<void>
}

/** A provider that signs in the user whose e-mail address is the code. */
const startProvider = async () => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const email =
        new URLSearchParams(Buffer.concat(parts).toString()).get('code') ??
        String(request.headers.authorization).replace('Bearer ', '')
      const body = request.url === '/token' ? { access_token: email, token_type: 'Bearer' } : { id: email, email }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { origin, close }
}

const authOver = (adapter: Adapter, issuer: string, errors: string[]): AuthInstance =>
  createAuth({
    adapter,
    adapterTimeout: TIMEOUT,
    secret: 'the secret of an application whose database fails',
    trustHost: true,
    logger: { error: (error) => void errors.push('type' in error ? String(error.type) : error.name) },
    // Each session check renews the session.
    session: { updateAge: 0 },
    providers: [
      {
        id: 'one',
        name: 'One',
        type: 'oauth',
        clientId: 'client',
        clientSecret: 'client-secret',
        authorization: `${issuer}/authorize`,
        token: `${issuer}/token`,
        userinfo: `${issuer}/userinfo`,
      },
    ],
  })

const withoutConnections = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<void> => {
  await work()
  // `once` of node:events would reject when the pool reports the lost connection.
  while (pool.totalCount > 0) await new Promise<void>((resolve) => pool.once('remove', () => resolve()))
}

/** Opens an application over an empty database. */
export const openOutage = async (database: string): Promise<Outage> => {
  const provider = await startProvider()
  const pool = new pg.Pool({ connectionString: database, max: CONNECTIONS })
  pool.on('error', () => undefined)
  await postgresAdapter({ pool }).migrate()
  const operator = new pg.Client({ connectionString: database })
  await operator.connect()
  const errors: string[] = []
  let before: (sql: string, pid: unknown) => Promise<void> = async () => undefined
  let atCall: (method: string) => Promise<void> = async () => undefined

  const makeAuth = (): AuthInstance => {
    const adapter = postgresAdapter({ pool: listeningPool(pool, (sql, pid) => before(sql, pid)) })
    const { getUserByAccount, transaction } = adapter
    const watched: Adapter = {
      ...adapter,
      getUserByAccount: async (account) => {
        await atCall('getUserByAccount')
        return getUserByAccount(account)
      },
      transaction: async (work) => {
        await atCall('transaction')
        return transaction(work)
      },
    }
    return authOver(watched, provider.origin, errors)
  }
  let auth = makeAuth()

  let taken: readonly pg.PoolClient[] = []
  const release = () => {
    for (const client of taken) client.release()
    taken = []
  }
  const takeAll = async () => {
    taken = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
    return release
  }
  const prepareCallback: Outage['prepareCallback'] = async (email) => {
    const browser = openBrowser({ handler: (request) => auth.handle(request), origin: ORIGIN })
    const redirect = (await browser.post('/auth/signin/one', {})).location?.searchParams
    const callback = new URL(redirect?.get('redirect_uri') ?? '')
    callback.search = new URLSearchParams({ code: email, state: redirect?.get('state') ?? '' }).toString()
    return { browser, callback }
  }
  return {
    prepareCallback,
    signIn: async (email) => {
      const { browser, callback } = await prepareCallback(email)
      await browser.get(callback)
      return browser
    },
    cookieOf: (browser) => browser.jar.value(COOKIE),
    errors: () => errors,
    rows: async () => {
      const count = async (table: string): Promise<number> =>
        Number((await operator.query(`select count(*) as count from ${table}`)).rows[0]?.count)
      return { users: await count('users'), accounts: await count('accounts'), sessions: await count('sessions') }
    },
    takeAll,
    takeAllAt: (method) =>
      new Promise((resolve) => {
        atCall = async (called) => {
          if (called !== method) return
          atCall = async () => undefined
          resolve(await takeAll())
        }
      }),
    cutBefore: (statement, times) => {
      let cuts = 0
      before = async (sql, pid) => {
        if (cuts === times || !statement.test(sql)) return
        cuts += 1
        await operator.query('select pg_terminate_backend($1, 5000)', [pid])
      }
      return () => cuts
    },
    makeReadOnly: (isReadOnly) =>
      withoutConnections(pool, async () => {
        const name = new URL(database).pathname.slice(1)
        await operator.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
        await operator.query(
          'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
          [name],
        )
      }),
    restart: () => {
      auth = makeAuth()
    },
    close: async () => {
      // A failed test may not have released them.
      release()
      await operator.end()
      await pool.end()
      await provider.close()
    },
  }
}
