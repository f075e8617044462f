import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { defaultEntities, MikroOrmAdapter } from '@auth/mikro-orm-adapter'
import NeonAdapter from '@auth/neon-adapter'
import PostgresAdapter from '@auth/pg-adapter'
import { PrismaAdapter } from '@auth/prisma-adapter'
import SequelizeAdapter from '@auth/sequelize-adapter'
import { TypeORMAdapter } from '@auth/typeorm-adapter'
import {
  drizzleSchema,
  kyselySchema,
  pgSchema,
  prismaSchema,
  sequelizeSchema,
  typeormSchema,
} from '@authwright/adapter-sql/schemas'
import { MikroORM, type Options } from '@mikro-orm/core'
import type { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Sequelize } from 'sequelize'
import { prismaClient } from '../prisma/client.ts'
import { drizzleSql, kyselySql, pgSql, prismaSql } from '../published-tables.ts'
import { openNeonPool } from '../services/neon.ts'
import { asAdapter, type SubjectKind } from '../subject.ts'

const poolFor = async (url: string, tables: string): Promise<pg.Pool> => {
  const pool = new pg.Pool({ connectionString: url, max: 5 })
  pool.on('error', () => undefined)
  await pool.query(tables)
  return pool
}

const postgres = { store: 'PostgreSQL', server: 'postgres' } as const

export const overPostgres: readonly SubjectKind[] = [
  {
    ...postgres,
    name: '@auth/pg-adapter',
    schema: pgSchema,
    open: async (url) => {
      const pool = await poolFor(url, pgSql)
      return { adapter: asAdapter(PostgresAdapter(pool)), close: () => pool.end() }
    },
  },
  {
    ...postgres,
    name: '@auth/kysely-adapter',
    schema: kyselySchema,
    open: async (url) => {
      const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: await poolFor(url, kyselySql) }) })
      return { adapter: asAdapter(KyselyAdapter(db)), close: () => db.destroy() }
    },
  },
  {
    ...postgres,
    name: '@auth/drizzle-adapter',
    schema: drizzleSchema,
    open: async (url) => {
      const pool = await poolFor(url, drizzleSql)
      return { adapter: asAdapter(DrizzleAdapter(drizzle(pool))), close: () => pool.end() }
    },
  },
  {
    ...postgres,
    name: '@auth/prisma-adapter',
    schema: prismaSchema,
    open: async (url) => {
      const pool = await poolFor(url, prismaSql)
      const prisma = prismaClient(url)
      return {
        adapter: asAdapter(PrismaAdapter(prisma)),
        close: () => Promise.all([pool.end(), prisma.$disconnect()]),
      }
    },
  },
  {
    ...postgres,
    name: '@auth/typeorm-adapter',
    schema: typeormSchema,
    open: async (url) => {
      const adapter = TypeORMAdapter({ type: 'postgres', url, synchronize: true })
      return { adapter: asAdapter(adapter), close: () => Promise.resolve() }
    },
  },
  {
    ...postgres,
    name: '@auth/sequelize-adapter',
    schema: sequelizeSchema,
    open: async (url) => {
      const sequelize = new Sequelize(url, { logging: false })
      const adapter = asAdapter(SequelizeAdapter(sequelize, { synchronize: false }))
      // The adapter would create all tables at once, in any order.
      await sequelize.sync()
      return { adapter, close: () => sequelize.close() }
    },
  },
]

export const alsoOverPostgres: readonly SubjectKind[] = [
  {
    ...postgres,
    name: '@auth/neon-adapter',
    schema: pgSchema,
    open: async (url) => {
      const { pool, close } = await openNeonPool(url)
      await pool.query(pgSql)
      return { adapter: asAdapter(NeonAdapter(pool)), close }
    },
  },
  {
    ...postgres,
    name: '@auth/mikro-orm-adapter',
    open: async (clientUrl) => {
      const options: Options<PostgreSqlDriver> = {
        type: 'postgresql',
        clientUrl,
        entities: Object.values(defaultEntities),
        cache: { enabled: false },
      }
      const orm = await MikroORM.init(options)
      await orm.getSchemaGenerator().createSchema()
      const adapter = MikroOrmAdapter(options)
      return { adapter: asAdapter(adapter), close: () => orm.close() }
    },
  },
]
