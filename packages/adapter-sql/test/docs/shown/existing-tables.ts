import { Pool } from 'pg'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import { drizzleSchema } from '@authwright/adapter-sql/schemas'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] })
pool.on('error', (error) => console.error(error.message))
export const adapter = postgresAdapter({ pool, schema: drizzleSchema })
