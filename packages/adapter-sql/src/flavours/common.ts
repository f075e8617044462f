import { type Expression, type ExpressionBuilder, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Attempt, Over } from '../store/flavour.ts'
import type { TableName, Tables } from '../store/tables.ts'

/** Equality where the database compares text byte by byte. */
export const isPlainly = (
  eb: ExpressionBuilder<Tables, TableName>,
  column: string,
  value: unknown,
): Expression<SqlBool> => eb(eb.ref(column), '=', value)

/**
 * Removes the oldest of what is over, by the places of their rows: a token alone is no key, and a planner that went by the time
 * would go through everything that is over, however little is to be removed.
 */
export const removeByPlace = async (
  db: Kysely<Tables>,
  { table, now, limit }: Over,
  condition: (oldest: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> => {
  const [rows, end] = [sql.table(table), sql.ref('expires')]
  const oldest = sql`from ${rows} where ${end} <= ${now} order by ${end} limit ${limit}`
  const result = await sql`delete from ${rows} where ${condition(oldest)}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Counts by one statement that inserts or adds, and answers the sum. */
export const countReturning = async (db: Kysely<Tables>, { keyHash, expires, now }: Attempt): Promise<number> => {
  const [count, end] = [sql.ref('attempts.count'), sql.ref('attempts.expires')]
  const isOver = sql<boolean>`${end} <= ${now}`
  const row = await db
    .insertInto('attempts')
    .values({ keyHash, count: 1, expires })
    .onConflict((conflict) =>
      // A counter whose time is over starts again; one that lives keeps its end, whoever asks for another.
      conflict.column('keyHash').doUpdateSet({
        count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
        expires: sql`case when ${isOver} then excluded.expires else ${end} end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return Number(row['count'])
}
