import { preparedStatementFailure } from '../engines/postgres.ts'
import { hashOf } from '../rows/hash.ts'

/** A statement as it is sent. Only one with a name is prepared. */
export interface SentStatement {
  readonly text: string
  readonly name?: string
}

/** Decides which statements of a client are prepared. */
export interface PreparedStatements {
  /** Runs a statement. If the server refuses it because it is prepared, the next try may succeed. */
  readonly run: <Value>(
    text: string,
    isReused: boolean,
    send: (statement: SentStatement) => Promise<Value>,
  ) => Promise<Value>
}

/** How many statements are prepared on each connection. */
const MAX_PREPARED = 200

/**
 * Makes the prepared statements of a client. A name is a hash of the text, so that connections that a pooler shares
 * between processes mean the same statement by it.
 */
export const preparedStatements = (isEnabled: boolean): PreparedStatements => {
  const prepared = new Map<string, SentStatement>()
  let isRefused = !isEnabled
  // Changes with the definition of a table, since all connections have statements that return other columns.
  let version = 0

  const prepare = (sql: string): SentStatement => {
    const cached = prepared.get(sql)
    if (cached !== undefined) return cached
    if (prepared.size >= MAX_PREPARED) return { text: sql }
    // The client `postgres` knows a statement by its text, so the text has the version too.
    const text = version === 0 ? sql : `${sql} /* ${version} */`
    const statement = { text, name: `authwright_${hashOf(text).slice(0, 32)}` }
    prepared.set(sql, statement)
    return statement
  }
  const onError = (error: unknown, usedVersion: number): void => {
    const failure = preparedStatementFailure(error)
    if (failure === 'unknown') isRefused = true
    if (failure !== 'stale' || usedVersion !== version) return
    version += 1
    prepared.clear()
  }
  return {
    run: async (text, isReused, send) => {
      if (!isReused || isRefused) return send({ text })
      const usedVersion = version
      try {
        return await send(prepare(text))
      } catch (error) {
        onError(error, usedVersion)
        throw error
      }
    },
  }
}
