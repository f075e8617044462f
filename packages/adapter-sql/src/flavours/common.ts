import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import type { Attempt, Over } from '../store/flavour.ts'
import type { Row, TableName, Tables } from '../store/tables.ts'

/** Equality where the database compares text byte by byte. */
export const isPlainly = (
  eb: ExpressionBuilder<Tables, TableName>,
  column: string,
  value: unknown,
): Expression<SqlBool> => eb(eb.ref(column), '=', value)

type Selection = SelectQueryBuilder<Tables, TableName, Row>

/** Removes what a selection of the oldest names. */
export const removeBySelection = async (
  db: Kysely<Tables>,
  { table, key, now, limit }: Over,
  change: (select: Selection) => Selection,
): Promise<number> => {
  const most = sql<number>`${limit}`
  const oldest = change(db.selectFrom(table).select(key).where('expires', '<=', now).orderBy('expires').limit(most))
  const result = await db.deleteFrom(table).where('expires', '<=', now).where(key, 'in', oldest).executeTakeFirst()
  return Number(result.numDeletedRows)
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
