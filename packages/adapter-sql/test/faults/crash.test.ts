import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '@gatehouse/testing'
import { startPostgres } from '@gatehouse/testing/databases'
import { startIdentityProvider, type IdentityProvider } from '@gatehouse/testing/identity-provider'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchFile } from '../databases.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

let port: number
let provider: IdentityProvider
beforeAll(async () => {
  port = await freePort()
  const redirectUris = [`http://localhost:${port}/auth/callback/local`]
  provider = await startIdentityProvider({
    clients: [{ clientId: 'crash', clientSecret: 'crash-secret', redirectUris }],
  })
})
afterAll(() => provider.close())

interface Process {
  /** What it called of the database, as far as it came. */
  readonly calls: string[]
  /** Ends it, if it still lives, and answers the signal that ended it. */
  readonly end: () => Promise<NodeJS.Signals | null>
}

/** Dozens of processes read the same sources. */
const cache = join(tmpdir(), 'gatehouse-compile-cache')

const script = fileURLToPath(new URL('crash-server.ts', import.meta.url))

const startProcess = (database: string, death: Record<string, string> = {}): Promise<Process> => {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: cache,
    PORT: String(port),
    DATABASE: database,
    ISSUER: provider.issuer,
    ...death,
  }
  const child = spawn(process.execPath, ['--conditions=gatehouse-source', script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const calls: string[] = []
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  const end = (): Promise<NodeJS.Signals | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    return ended
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the site ended with ${code} before it was ready`)))
    child.stdout.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) {
        if (line === 'ready') resolve({ calls, end })
        if (line.startsWith('call ')) calls.push(line.slice('call '.length))
      }
    })
  })
}

/** Signs in as one person with a browser that has never been here, and answers who the site thinks it is. */
const signIn = async (): Promise<unknown> => {
  const browser = openBrowser({ origin: `http://localhost:${port}` })
  await browser.post('/auth/signin/local', {}, { redirect: 'follow' })
  await browser.submit({}, { press: 'Ada', redirect: 'follow' })
  return (await browser.get(`http://localhost:${port}/auth/session`)).json()
}

interface Counts {
  readonly users: number
  readonly accounts: number
}

interface Place {
  readonly database: string
  readonly count: () => Promise<Counts>
  readonly remove: () => Promise<unknown>
}

const sqlitePlace = async (): Promise<Place> => {
  const file = scratchFile()
  const count = (table: string): number => {
    const database = new DatabaseSync(file.path)
    const row = database.prepare(`select count(*) as count from ${table}`).get()
    database.close()
    return Number(row?.['count'])
  }
  return {
    database: file.path,
    count: async () => ({ users: count('users'), accounts: count('accounts') }),
    remove: async () => file.remove(),
  }
}

const postgresPlace = async (database: string): Promise<Place> => {
  const pool = new pg.Pool({ connectionString: database })
  pool.on('error', () => undefined)
  const count = async (table: string): Promise<number> =>
    Number((await pool.query<{ count: string }>(`select count(*) as count from ${table}`)).rows[0]?.count)
  return {
    database,
    count: async () => ({ users: await count('users'), accounts: await count('accounts') }),
    remove: () => pool.end(),
  }
}

const dieAndReturn = async (place: Place, at: number): Promise<void> => {
  const victim = await startProcess(place.database, { DIES_AFTER: String(at) })
  await expect(signIn()).rejects.toThrow(/fetch failed|terminated|socket/)
  expect(await victim.end()).toBe('SIGKILL')
  const next = await startProcess(place.database)
  try {
    expect(await signIn()).toMatchObject({ user: { email: 'ada@example.org' } })
    expect(await place.count()).toEqual({ users: 1, accounts: 1 })
  } finally {
    await next.end()
  }
}

const countCalls = async (place: Place): Promise<readonly string[]> => {
  const site = await startProcess(place.database)
  try {
    expect(await signIn()).toMatchObject({ user: { email: 'ada@example.org' } })
    return [...site.calls]
  } finally {
    await site.end()
  }
}

/** Kills a process after every call of a first sign-in; the person comes in at the next attempt. Answers the calls. */
const killEverywhere = async (open: () => Promise<Place>): Promise<readonly string[]> => {
  const first = await open()
  const calls = await countCalls(first)
  await first.remove()
  for (const at of calls.keys()) {
    const place = await open()
    await dieAndReturn(place, at)
    await place.remove()
  }
  console.log(`killed ${calls.length} times`)
  return calls
}

const CALLS = ['getUserByAccount', 'transaction', 'getUserByEmail', 'createUser', 'linkAccount', 'createSession']

describe('a process that is killed in the middle of a first sign-in leaves nothing half done', () => {
  test('over a SQLite file', { timeout: 180_000 }, async () => {
    expect(await killEverywhere(sqlitePlace)).toEqual(CALLS)
  })

  test('over PostgreSQL', { timeout: 180_000 }, async () => {
    const server = await startPostgres()
    try {
      expect(await killEverywhere(async () => postgresPlace(await server.createDatabase()))).toEqual(CALLS)
    } finally {
      await server.close()
    }
  })
})
