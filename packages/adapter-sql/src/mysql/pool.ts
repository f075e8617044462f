import type { TransactionSettings } from 'kysely'
import type { Session, SessionSource } from '../store/session-driver.ts'

type Answer = readonly [unknown, unknown]

interface Options {
  readonly sql: string
  readonly values: unknown[]
  readonly dateStrings: boolean
}

/** What is asked of a connection of `mysql2`. */
export interface MysqlConnection {
  execute(options: never): Promise<Answer>
  query(options: never): Promise<Answer>
  release(): void
  destroy(): void
}

/** What is asked of a pool of `mysql2/promise`. */
export interface MysqlPromisePool {
  getConnection(): Promise<MysqlConnection>
}

/** What is asked of a pool of `mysql2`: that of `mysql2/promise`, or one that leads there. */
export type MysqlPool = MysqlPromisePool | { promise(): MysqlPromisePool }

const isHeader = (result: unknown): result is { readonly affectedRows: number; readonly insertId: number } =>
  typeof result === 'object' && result !== null && 'affectedRows' in result

// The protocol prepares only statements that read or write rows.
const isPrepared = (sql: string): boolean => /^\s*(?:select|insert|update|delete)\b/i.test(sql)

const sessionOf = (connection: MysqlConnection): Session => ({
  query: async (sql, parameters) => {
    // As text, since a date made by the library is in the zone of the pool.
    const options: Options = { sql, values: [...parameters], dateStrings: true }
    // Values go beside the statement and not into its text.
    const [result] = await (isPrepared(sql) ? connection.execute(options as never) : connection.query(options as never))
    if (!isHeader(result)) return { rows: Array.isArray(result) ? result : [] }
    const insertId = result.insertId === 0 ? {} : { insertId: BigInt(result.insertId) }
    return { rows: [], numAffectedRows: BigInt(result.affectedRows), ...insertId }
  },
  release: (isBroken) => (isBroken ? connection.destroy() : connection.release()),
})

// The level is that of the next transaction, on this connection.
const begin = ({ isolationLevel }: TransactionSettings): readonly string[] => [
  ...(isolationLevel === undefined ? [] : [`set transaction isolation level ${isolationLevel}`]),
  'start transaction',
]

/** Connections from a pool of `mysql2`. */
export const mysqlSource = (pool: MysqlPool): SessionSource => {
  const promised = 'promise' in pool ? pool.promise() : pool
  return {
    acquire: async () => sessionOf(await promised.getConnection()),
    close: () => Promise.resolve(),
    begin,
  }
}
