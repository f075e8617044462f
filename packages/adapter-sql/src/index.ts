export type { SqlAdapter } from './adapter.ts'
export {
  type Cleanup,
  type CleanupAdapter,
  type CleanupOptions,
  startCleanup,
  type StartCleanupOptions,
} from './cleanup.ts'
export type { MigrateOptions, MigrationReport } from './migrate/run-migrations.ts'
export type { DatabaseSchema } from './schemas/database-schema.ts'
export { migrate, sqlAdapter, type SqlAdapterOptions, type SqlAdapterSettings } from './sql-adapter.ts'
export { type UniqueConstraint, UniqueViolation } from './unique-violation.ts'
