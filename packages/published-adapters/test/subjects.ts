import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import PostgresAdapter from '@auth/pg-adapter'
import { PrismaAdapter } from '@auth/prisma-adapter'
import SequelizeAdapter from '@auth/sequelize-adapter'
import { TypeORMAdapter } from '@auth/typeorm-adapter'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import type { Adapter } from '@gatehouse/core/adapters'
import {
  drizzleLayout,
  kyselyLayout,
  type Layout,
  pgLayout,
  prismaLayout,
  sequelizeLayout,
  typeormLayout,
} from '@gatehouse/adapter-sql/layouts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Sequelize } from 'sequelize'
import { createStorage } from 'unstorage'
import { prismaClient } from './prisma/client.ts'
import { drizzleSchema, kyselySchema, pgSchema, prismaSchema } from './schemas.ts'

/** A published adapter over an empty database. */
export interface Subject {
  readonly adapter: Adapter
  readonly close: () => Promise<unknown>
}

/** How a published adapter is set up. */
export interface SubjectKind {
  readonly name: string
  readonly store: string
  /** The layout of its tables, where they can be adopted. */
  readonly layout?: Layout
  readonly open: (url: string) => Promise<Subject>
}

/** Each package was compiled against its own copy of the same interface: the compiler says whether it is the same. */
const asAdapter = (adapter: Adapter): Adapter => adapter

const poolFor = async (url: string, schema: string): Promise<pg.Pool> => {
  const pool = new pg.Pool({ connectionString: url, max: 5 })
  pool.on('error', () => undefined)
  await pool.query(schema)
  return pool
}

export const subjects: readonly SubjectKind[] = [
  {
    name: '@auth/pg-adapter',
    store: 'PostgreSQL',
    layout: pgLayout,
    open: async (url) => {
      const pool = await poolFor(url, pgSchema)
      return { adapter: asAdapter(PostgresAdapter(pool)), close: () => pool.end() }
    },
  },
  {
    name: '@auth/kysely-adapter',
    store: 'PostgreSQL',
    layout: kyselyLayout,
    open: async (url) => {
      const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: await poolFor(url, kyselySchema) }) })
      return { adapter: asAdapter(KyselyAdapter(db)), close: () => db.destroy() }
    },
  },
  {
    name: '@auth/drizzle-adapter',
    store: 'PostgreSQL',
    layout: drizzleLayout,
    open: async (url) => {
      const pool = await poolFor(url, drizzleSchema)
      return { adapter: asAdapter(DrizzleAdapter(drizzle(pool))), close: () => pool.end() }
    },
  },
  {
    name: '@auth/prisma-adapter',
    store: 'PostgreSQL',
    layout: prismaLayout,
    open: async (url) => {
      const pool = await poolFor(url, prismaSchema)
      const prisma = prismaClient(url)
      return {
        adapter: asAdapter(PrismaAdapter(prisma)),
        close: () => Promise.all([pool.end(), prisma.$disconnect()]),
      }
    },
  },
  {
    name: '@auth/typeorm-adapter',
    store: 'PostgreSQL',
    layout: typeormLayout,
    open: async (url) => {
      const adapter = TypeORMAdapter({ type: 'postgres', url, synchronize: true })
      return { adapter: asAdapter(adapter), close: () => Promise.resolve() }
    },
  },
  {
    name: '@auth/sequelize-adapter',
    store: 'PostgreSQL',
    layout: sequelizeLayout,
    open: async (url) => {
      const sequelize = new Sequelize(url, { logging: false })
      const adapter = asAdapter(SequelizeAdapter(sequelize, { synchronize: false }))
      // One after another: by itself the adapter makes them all at once, in whatever order.
      await sequelize.sync()
      return { adapter, close: () => sequelize.close() }
    },
  },
  {
    name: '@auth/unstorage-adapter',
    store: 'memory',
    open: async () => {
      const storage = createStorage()
      return { adapter: asAdapter(UnstorageAdapter(storage)), close: () => storage.dispose() }
    },
  },
]
