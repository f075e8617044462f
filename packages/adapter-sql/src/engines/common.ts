import {
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import type { TableName, Tables } from '../store/tables.ts'
import type { CleanupBatch, CounterIncrement } from './engine-rules.ts'

/** Equality for engines that compare text byte by byte. */
export const equalsPlainly = (
  eb: ExpressionBuilder<Tables, TableName>,
  column: string,
  value: unknown,
): Expression<SqlBool> => eb(eb.ref(column), '=', value)

/** The columns that identify an expired row. Each table has a unique index of them. */
const keysOf: Readonly<Record<CleanupBatch['table'], readonly string[]>> = {
  sessions: ['tokenHash'],
  verification_tokens: ['identifier', 'tokenHash'],
  counters: ['keyHash'],
}

/**
 * Deletes the oldest expired rows by their keys. With a condition on the expiry time in the outer statement, the
 * planner would read all expired rows even for a small limit. `lock` is a clause of the inner one.
 */
export const deleteOldest = async (
  db: Kysely<Tables>,
  { table, now, limit }: CleanupBatch,
  lock: RawBuilder<unknown> = sql``,
): Promise<number> => {
  const [rows, expires, key] = [
    sql.table(table),
    sql.ref('expires'),
    sql.join(keysOf[table].map((name) => sql.ref(name))),
  ]
  const result = await sql`with oldest as
      (select ${key} from ${rows} where ${expires} <= ${now} order by ${expires} limit ${limit} ${lock})
    delete from ${rows} where (${key}) in (select ${key} from oldest)`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Increments a counter by one statement that inserts or updates, and returns the count. */
export const incrementReturning = (db: Kysely<Tables>, { keyHash, expires, now }: CounterIncrement): Compilable => {
  const [count, end] = [sql.ref('counters.count'), sql.ref('counters.expires')]
  const isExpired = sql<boolean>`${end} <= ${now}`
  return db
    .insertInto('counters')
    .values({ keyHash, count: 1, expires })
    .onConflict((conflict) =>
      // A live counter keeps its expiry time, even if the caller passes another one.
      conflict.column('keyHash').doUpdateSet({
        count: sql`case when ${isExpired} then 1 else ${count} + 1 end`,
        expires: sql`case when ${isExpired} then excluded.expires else ${end} end`,
      }),
    )
    .returning('count')
}
