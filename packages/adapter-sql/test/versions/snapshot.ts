import { DatabaseSync } from 'node:sqlite'

type Value = string | number | null

/** The contents of a SQLite database. */
export interface Snapshot {
  readonly definitions: readonly string[]
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>
}

const namesOf = (database: DatabaseSync): string[] =>
  database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map((row) => String(row['name']))

/** Reads the contents of a database. */
export const takeSnapshot = (database: DatabaseSync): Snapshot => ({
  definitions: database
    .prepare("select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by type desc")
    .all()
    .map((row) => String(row['sql'])),
  rows: Object.fromEntries(
    namesOf(database).map((name) => {
      const rows = database.prepare(`select * from "${name}"`).all()
      return [name, rows.map((row) => ({ ...row })) as Record<string, Value>[]]
    }),
  ),
})

/** Opens a database in memory with the contents of a snapshot. */
export const restore = ({ definitions, rows }: Snapshot): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  for (const definition of definitions) database.exec(definition)
  database.exec('pragma foreign_keys = off')
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const columns = Object.keys(row)
      const sql = `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`
      database.prepare(sql).run(...Object.values(row))
    }
  }
  database.exec('pragma foreign_keys = on')
  return database
}
