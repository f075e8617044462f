import { createClient } from '@libsql/client'
import { libsqlAdapter } from '../../src/libsql.ts'
import type { LibsqlResult } from '../../src/libsql/source.ts'
import { sqliteAdapter, type SqliteDatabase, type SqliteValue } from '../../src/sqlite.ts'
import { betterMemory, nodeMemory, scratchFile } from '../databases.ts'
import type { Engine, StatementListener } from './engine.ts'

/** A database that passes each executed statement to a listener. */
const withListener = (database: SqliteDatabase, listener: StatementListener): SqliteDatabase => ({
  exec: (sql) => (listener(sql, []), database.exec(sql)),
  prepare: (sql) => {
    const statement = database.prepare(sql)
    const isReader = statement.reader ?? (statement.columns?.().length ?? 0) > 0
    return {
      reader: isReader,
      all: (...values) => (listener(sql, values), statement.all(...values)),
      run: (...values) => (listener(sql, values), statement.run(...values)),
    }
  },
  close: () => database.close(),
})

const engineOf = (database: SqliteDatabase): Engine => ({
  adapter: (settings = {}) => sqliteAdapter({ database, ...settings }),
  recorded: (listener) => sqliteAdapter({ database: withListener(database, listener) }),
  query: async (sql, values = []) => {
    const statement = database.prepare(sql)
    const given = values as SqliteValue[]
    const isReader = statement.reader ?? (statement.columns?.().length ?? 0) > 0
    return isReader ? (statement.all(...given) as Record<string, unknown>[]) : (statement.run(...given), [])
  },
  close: async () => void database.close(),
})

export const nodeSqliteEngine = async (): Promise<Engine> => engineOf(nodeMemory())

export const betterSqliteEngine = async (): Promise<Engine> => engineOf(betterMemory())

interface Executor {
  execute(statement: never): Promise<LibsqlResult>
}

export const libsqlEngine = async (): Promise<Engine> => {
  const file = scratchFile()
  const client = createClient({ url: `file:${file.path}` })
  return {
    adapter: (settings = {}) => libsqlAdapter({ client, ...settings }),
    recorded: (listener) => {
      const listening = (executor: Executor) => (statement: { readonly sql: string; readonly args: unknown[] }) => (
        listener(statement.sql, statement.args),
        executor.execute(statement as never)
      )
      const transaction = async (mode: 'write' | 'deferred') => {
        const inner = await client.transaction(mode)
        const executeMultiple = (sql: string) => (listener(sql, []), inner.executeMultiple(sql))
        const [commit, rollback] = [() => inner.commit(), () => inner.rollback()]
        return { execute: listening(inner), executeMultiple, commit, rollback, close: () => inner.close() }
      }
      return libsqlAdapter({ client: { execute: listening(client), transaction, protocol: client.protocol } })
    },
    query: async (sql, values = []) =>
      (await client.execute({ sql, args: values as never[] })).rows.map((row) => ({ ...row })),
    close: async () => {
      client.close()
      file.remove()
    },
  }
}
