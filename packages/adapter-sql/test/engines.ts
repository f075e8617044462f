import { startMariaDb, startPostgres, whyNoMariaDb } from '@authwright/test-kit/databases'
import { tables } from './databases.ts'
import { embedded, type Engine, type EngineKind, serverOf } from './engines/engine.ts'
import { mysqlEngine } from './engines/mysql.ts'
import { pgEngine, postgresJsEngine, startPglite } from './engines/postgres.ts'
import { betterSqliteEngine, libsqlEngine, nodeSqliteEngine } from './engines/sqlite.ts'

export type { Engine, EngineKind, EngineServer, StatementListener } from './engines/engine.ts'

const doubleQuoted = (name: string): string => `"${name}"`
const always = () => null

const kind = (
  name: string,
  start: EngineKind['start'],
  whyNot: EngineKind['whyNot'] = always,
  quote: EngineKind['quote'] = doubleQuoted,
): EngineKind => ({ name, start, whyNot, quote })

export const engines = {
  sqlite: kind('node:sqlite', embedded(nodeSqliteEngine)),
  betterSqlite: kind('better-sqlite3', embedded(betterSqliteEngine)),
  libsql: kind('libSQL', embedded(libsqlEngine)),
  pg: kind('PostgreSQL by pg', serverOf(startPostgres, pgEngine)),
  postgresJs: kind('PostgreSQL by postgres', serverOf(startPostgres, postgresJsEngine)),
  pglite: kind('PGlite', startPglite),
  mariadb: kind('MariaDB by mysql2', serverOf(startMariaDb, mysqlEngine), whyNoMariaDb, (name) => `\`${name}\``),
} as const

const startSerializable = () => startPostgres({ isolation: 'serializable' })

/** PostgreSQL whose transactions are serializable by default. */
export const serializableEngines = {
  pg: kind('serializable PostgreSQL by pg', serverOf(startSerializable, pgEngine)),
  postgresJs: kind('serializable PostgreSQL by postgres', serverOf(startSerializable, postgresJsEngine)),
} as const

/** All stored rows, as text. */
export const dumpOfEngine = async ({ query }: Engine): Promise<string> =>
  JSON.stringify(await Promise.all(tables.map((table) => query(`select * from ${table}`))))
