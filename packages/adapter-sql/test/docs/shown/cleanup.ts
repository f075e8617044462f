import { startCleanup } from '@authwright/adapter-sql'
import { adapter } from './postgres.ts'

const cleanup = startCleanup(adapter) // in a process that keeps running: now, and then every hour
process.once('SIGTERM', () => void cleanup.stop()) // before the database is closed

await adapter.cleanup() // in a job, such as the cron trigger of a worker: once
