import { type Engine, type EngineKind, engines } from '../engines.ts'

type Plan = readonly Record<string, unknown>[]

/** Returns the query plan of a statement. */
export const explain = (
  { query }: Pick<Engine, 'query'>,
  kind: EngineKind,
  sql: string,
  values: readonly unknown[],
): Promise<Plan> => query(`explain ${kind === engines.sqlite ? 'query plan ' : ''}${sql}`, values)

/** The batch size of a cleanup. The plan shows it as the number of rows that are read from an index. */
export const LIMIT = 10

/** The steps of a plan that read a whole table or index. */
export const scans = (plan: Plan): Plan =>
  plan.filter(
    ({ type, rows, 'QUERY PLAN': postgres, detail }) =>
      type === 'ALL' ||
      (type === 'index' && rows !== LIMIT) ||
      (typeof postgres === 'string' && postgres.includes('Seq Scan')) ||
      // SQLite writes "SCAN users", also for a scan in the order of an index. "SCAN CONSTANT ROW" reads no table.
      (typeof detail === 'string' && /^SCAN (?!CONSTANT)/.test(detail)),
  )

interface Cascade {
  readonly table: string
  /** The statement that the database runs when a user is deleted. */
  readonly sql: string
}

const catalogs: Readonly<Record<string, string>> = {
  [engines.pg.name]: `select cl.relname as "table", a.attname as "column"
    from pg_constraint c join pg_class cl on cl.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confdeltype = 'c' and cl.relnamespace = 'public'::regnamespace`,
  [engines.mariadb.name]: `select k.table_name as \`table\`, k.column_name as \`column\`
    from information_schema.key_column_usage k join information_schema.referential_constraints r
      on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
    where k.constraint_schema = database() and k.referenced_table_name = 'users' and r.delete_rule = 'CASCADE'`,
  [engines.sqlite.name]: `select m.name as "table", f."from" as "column"
    from sqlite_master m join pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f."table" = 'users' and f.on_delete = 'CASCADE'`,
}

/** The deletes that follow the deletion of a user, by the foreign keys in the database's catalog. */
export const cascades = async ({ query }: Engine, kind: EngineKind): Promise<readonly Cascade[]> => {
  const { quote } = kind
  const place = kind === engines.pg ? '$1' : '?'
  const keys = await query(catalogs[kind.name] ?? '')
  return keys.map((key) => {
    const [table, column] = [String(key['table']), String(key['column'])]
    return { table, sql: `delete from ${quote(table)} where ${quote(column)} = ${place}` }
  })
}
