import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import SequelizeAdapter from '@auth/sequelize-adapter'
import { drizzleSchema, kyselySchema, sequelizeSchema } from '@authwright/adapter-sql/schemas'
import { drizzle } from 'drizzle-orm/mysql2'
import { Kysely, MysqlDialect } from 'kysely'
import { createPool, type Pool } from 'mysql2'
import { Sequelize } from 'sequelize'
import { drizzleMariaStatements, kyselyMariaStatements } from '../published-tables.ts'
import { asAdapter, type SubjectKind } from '../subject.ts'

const inUnicode = 'alter database character set utf8mb4'

const poolFor = async (uri: string, tables: readonly string[]): Promise<Pool> => {
  // Without `timezone`, the client stores instants in the time zone of the process.
  const pool = createPool({ uri, connectionLimit: 5, timezone: 'Z' })
  await pool.promise().query(inUnicode)
  for (const statement of tables) await pool.promise().query(statement)
  return pool
}

const mariadb = { store: 'MariaDB', server: 'mariadb' } as const

export const overMariaDb: readonly SubjectKind[] = [
  {
    ...mariadb,
    name: '@auth/kysely-adapter',
    schema: kyselySchema,
    open: async (url) => {
      const db = new Kysely<never>({ dialect: new MysqlDialect({ pool: await poolFor(url, kyselyMariaStatements) }) })
      return { adapter: asAdapter(KyselyAdapter(db)), close: () => db.destroy() }
    },
  },
  {
    ...mariadb,
    name: '@auth/drizzle-adapter',
    schema: drizzleSchema,
    open: async (url) => {
      const pool = await poolFor(url, drizzleMariaStatements)
      return { adapter: asAdapter(DrizzleAdapter(drizzle(pool))), close: () => pool.promise().end() }
    },
  },
  {
    ...mariadb,
    name: '@auth/sequelize-adapter',
    schema: sequelizeSchema,
    open: async (url) => {
      const sequelize = new Sequelize(url, { logging: false })
      await sequelize.query(inUnicode)
      const adapter = asAdapter(SequelizeAdapter(sequelize, { synchronize: false }))
      await sequelize.sync()
      return { adapter, close: () => sequelize.close() }
    },
  },
]
