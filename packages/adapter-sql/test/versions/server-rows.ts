import { tables } from '../databases.ts'
import { type Engine, type EngineKind, engines } from '../engines.ts'

/** The rows of a server by table, each in the JSON form of the server. */
export type ServerRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** The servers whose rows are recorded, by their names in file names. */
export const recordedServers: Readonly<Record<string, EngineKind>> = {
  postgres: engines.pg,
  mariadb: engines.mariadb,
}

const columnsOf = async ({ query }: Engine, kind: EngineKind, table: string): Promise<readonly string[]> => {
  const { quote } = kind
  const isMaria = kind === engines.mariadb
  const found = await query(
    `select column_name as ${quote('name')} from information_schema.columns
      where table_name = '${table}' and table_schema = ${isMaria ? 'database()' : 'current_schema()'}`,
  )
  return found.map((row) => String(row['name']))
}

const rowsOf = async (engine: Engine, kind: EngineKind, table: string) => {
  const columns = await columnsOf(engine, kind, table)
  const members = columns.map((column) => `'${column}', ${kind.quote(column)}`).join(', ')
  // As text, because client libraries convert instants to their own time zones.
  const text =
    kind === engines.mariadb ? `cast(json_object(${members}) as char)` : `json_build_object(${members})::text`
  const rows = await engine.query(`select ${text} as ${kind.quote('row')} from ${table}`)
  return rows.map((row): Readonly<Record<string, unknown>> => JSON.parse(String(row['row'])))
}

/** Reads the rows of all tables. */
export const readAllRows = async (engine: Engine, kind: EngineKind): Promise<ServerRows> =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await rowsOf(engine, kind, table)] as const)),
  )

/** Deletes all rows. */
export const deleteRows = async ({ query }: Engine): Promise<void> => {
  for (const table of tables.toReversed()) await query(`delete from ${table}`)
}

/** Inserts rows into the tables of the present version. */
export const insertRows = async ({ query }: Engine, kind: EngineKind, all: ServerRows): Promise<void> => {
  const { quote } = kind
  for (const table of tables) {
    for (const row of all[table] ?? []) {
      const columns = Object.keys(row)
      const places = columns.map((_, i) => (kind === engines.mariadb ? '?' : `$${i + 1}`))
      const names = columns.map(quote).join(', ')
      await query(`insert into ${table} (${names}) values (${places.join(', ')})`, Object.values(row))
    }
  }
}
