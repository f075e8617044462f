import { type Expression, type ExpressionBuilder, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { TableName, Tables } from '../store/tables.ts'
import type { CleanupBatch, CounterIncrement } from './engine-rules.ts'

/** Equality for engines that compare text byte by byte. */
export const equalsPlainly = (
  eb: ExpressionBuilder<Tables, TableName>,
  column: string,
  value: unknown,
): Expression<SqlBool> => eb(eb.ref(column), '=', value)

/**
 * Deletes the oldest expired rows by their physical position. With a condition on the expiry time, the planner would
 * read all expired rows even for a small limit.
 */
export const deleteOldest = async (
  db: Kysely<Tables>,
  { table, now, limit }: CleanupBatch,
  condition: (oldest: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> => {
  const [rows, expires] = [sql.table(table), sql.ref('expires')]
  const oldest = sql`from ${rows} where ${expires} <= ${now} order by ${expires} limit ${limit}`
  const result = await sql`delete from ${rows} where ${condition(oldest)}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Increments a counter by one statement that inserts or updates, and returns the count. */
export const incrementReturning = async (
  db: Kysely<Tables>,
  { keyHash, expires, now }: CounterIncrement,
): Promise<number> => {
  const [count, end] = [sql.ref('counters.count'), sql.ref('counters.expires')]
  const isExpired = sql<boolean>`${end} <= ${now}`
  const row = await db
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
    .executeTakeFirstOrThrow()
  return Number(row['count'])
}
