import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DatabaseServer,
  startMariaDb,
  startPostgres,
  startRedis,
  whyNoMariaDb,
  whyNoRedis,
} from '@authwright/test-kit/databases'
import type { SubjectKind } from './subject.ts'

type ServerName = NonNullable<SubjectKind['server']>

type Server = Pick<DatabaseServer, 'createDatabase' | 'close'>

/** Starts a server whose databases are files in a temporary folder. */
const startSqlite = async (): Promise<Server> => {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-published-'))
  return {
    createDatabase: async () => join(folder, crypto.randomUUID()),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

const programs: Readonly<Record<ServerName, readonly [() => Promise<Server>, () => string | null]>> = {
  postgres: [startPostgres, () => null],
  mariadb: [startMariaDb, whyNoMariaDb],
  redis: [startRedis, whyNoRedis],
  sqlite: [startSqlite, () => null],
}

/** Why a published adapter cannot be run on this machine, or `null`. */
export const whyNot = ({ server }: SubjectKind): string | null => (server === undefined ? null : programs[server][1]())

/** Servers that start when their first database is requested. */
export interface Servers {
  /** Returns the address of a new database, or an empty text if the adapter needs no server. */
  readonly databaseFor: (kind: SubjectKind) => Promise<string>
  readonly close: () => Promise<void>
}

/** Makes servers, of which none runs yet. */
export const openServers = (): Servers => {
  const running = new Map<ServerName, Promise<Server>>()
  return {
    databaseFor: async ({ server: name }) => {
      if (name === undefined) return ''
      const server = running.get(name) ?? programs[name][0]()
      running.set(name, server)
      return (await server).createDatabase()
    },
    close: async () => {
      for (const server of running.values()) await (await server).close()
    },
  }
}
