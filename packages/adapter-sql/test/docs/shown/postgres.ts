import { Pool } from 'pg'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] })
pool.on('error', (error) => console.error(error.message)) // an idle connection was lost; the pool opens new ones
export const adapter = postgresAdapter({ pool })
