import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import SequelizeAdapter from '@auth/sequelize-adapter'
import { drizzleLayout, kyselyLayout, sequelizeLayout } from '@authwright/adapter-sql/layouts'
import { drizzle } from 'drizzle-orm/mysql2'
import { Kysely, MysqlDialect } from 'kysely'
import { createPool, type Pool } from 'mysql2'
import { Sequelize } from 'sequelize'
import { drizzleMariaSchema, kyselyMariaSchema } from '../schemas.ts'
import { asAdapter, type SubjectKind } from '../subject.ts'

const inUnicode = 'alter database character set utf8mb4'

const poolFor = async (uri: string, schema: readonly string[]): Promise<Pool> => {
  // Without a zone this driver keeps instants in that of the process.
  const pool = createPool({ uri, connectionLimit: 5, timezone: 'Z' })
  await pool.promise().query(inUnicode)
  for (const statement of schema) await pool.promise().query(statement)
  return pool
}

const mariadb = { store: 'MariaDB', server: 'mariadb' } as const

export const overMariaDb: readonly SubjectKind[] = [
  {
    ...mariadb,
    name: '@auth/kysely-adapter',
    layout: kyselyLayout,
    open: async (url) => {
      const db = new Kysely<never>({ dialect: new MysqlDialect({ pool: await poolFor(url, kyselyMariaSchema) }) })
      return { adapter: asAdapter(KyselyAdapter(db)), close: () => db.destroy() }
    },
  },
  {
    ...mariadb,
    name: '@auth/drizzle-adapter',
    layout: drizzleLayout,
    open: async (url) => {
      const pool = await poolFor(url, drizzleMariaSchema)
      return { adapter: asAdapter(DrizzleAdapter(drizzle(pool))), close: () => pool.promise().end() }
    },
  },
  {
    ...mariadb,
    name: '@auth/sequelize-adapter',
    layout: sequelizeLayout,
    open: async (url) => {
      const sequelize = new Sequelize(url, { logging: false })
      await sequelize.query(inUnicode)
      const adapter = asAdapter(SequelizeAdapter(sequelize, { synchronize: false }))
      await sequelize.sync()
      return { adapter, close: () => sequelize.close() }
    },
  },
]
