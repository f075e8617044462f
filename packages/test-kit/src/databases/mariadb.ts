import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, runProgram, startChild } from './child.ts'
import { freePort } from '@authwright/testing/local-server'
import { findProgram, scratchFolder } from './places.ts'
import type { DatabaseServer } from './server.ts'

const programs = () => ({
  server: findProgram('mariadbd'),
  install: findProgram('mariadb-install-db'),
  client: findProgram('mariadb'),
})

/** Why MariaDB cannot be started on this machine. `null` when it can. */
export const whyNoMariaDb = (): string | null => {
  const { server, install, client } = programs()
  const isThere = server !== undefined && install !== undefined && client !== undefined
  return isThere ? null : 'MariaDB is not installed (apt-get install mariadb-server)'
}

const settings = [
  '--bind-address=127.0.0.1',
  '--skip-log-bin',
  '--skip-name-resolve',
  '--performance-schema=off',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=32M',
  '--max-connections=200',
]

/**
 * Starts a separate server of the installed MariaDB. Throws if it is not installed: call `whyNoMariaDb` first.
 *
 * @example
 * const server = await startMariaDb()
 * const pool = createPool(await server.createDatabase())
 */
export const startMariaDb = async (): Promise<DatabaseServer> => {
  const { server, install, client } = programs()
  if (server === undefined || install === undefined || client === undefined) throw new Error(whyNoMariaDb() ?? '')
  const folder = scratchFolder('mariadb')
  const port = await freePort()
  const socket = join(folder, 'socket')
  // Without the settings of this machine, such as its character set.
  const common = [
    '--no-defaults',
    `--datadir=${join(folder, 'data')}`,
    // A server that starts removes the temporary tables that it finds, also those of other servers.
    `--tmpdir=${folder}`,
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ]
  await runProgram(install, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const begin = (): Promise<Child> =>
    startChild(server, [...common, ...settings, `--port=${port}`, `--socket=${socket}`], /ready for connections/)
  let child = await begin()
  const url = `mysql://root@127.0.0.1:${port}`
  let made = 0
  return {
    url,
    createDatabase: async () => {
      const name = `authwright_${(made += 1)}`
      await runProgram(client, [
        '--no-defaults',
        `--socket=${socket}`,
        '--user=root',
        `--execute=create database ${name}`,
      ])
      return `${url}/${name}`
    },
    stop: () => child.end('SIGTERM'),
    crash: () => child.end('SIGKILL'),
    start: async () => {
      child = await begin()
    },
    close: async () => {
      await child.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
