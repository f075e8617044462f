import { createPool } from 'mysql2/promise'
import { mysqlAdapter } from '../../src/mysql.ts'
import type { Engine } from './engine.ts'

export const mysqlEngine = async (url: string): Promise<Engine> => {
  const pool = createPool({ uri: url, connectionLimit: 20 })
  return {
    url,
    adapter: (settings = {}) => mysqlAdapter({ pool, ...settings }),
    recorded: (listener) => {
      const getConnection = async () => {
        const connection = await pool.getConnection()
        return {
          execute: (options: { readonly sql: string; readonly values: unknown[] }) => (
            listener(options.sql, options.values),
            connection.execute(options)
          ),
          query: (options: { readonly sql: string; readonly values: unknown[] }) => (
            listener(options.sql, options.values),
            connection.query(options)
          ),
          release: () => connection.release(),
          destroy: () => connection.destroy(),
        }
      }
      return mysqlAdapter({ pool: { getConnection } })
    },
    query: async (sql, values = []) => {
      const [rows] = await pool.query(sql, [...values])
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
    },
    close: () => pool.end(),
  }
}
