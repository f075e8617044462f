export { startMariaDb, whyNoMariaDb } from './databases/mariadb.ts'
export { startPostgres } from './databases/postgres.ts'
export { startRedis, whyNoRedis } from './databases/redis.ts'
export type { DatabaseServer } from './databases/server.ts'
