export { redisAdapter, type RedisAdapter, type RedisAdapterOptions } from './adapter.ts'
export type { RedisClient, Reply } from './client.ts'
export { UniqueViolation } from './unique-violation.ts'
