export * from './errors/auth-error.ts'
export * from './errors/classes.ts'
export { findRetryAfter } from './errors/retry-after.ts'
export * from './errors/table.ts'
