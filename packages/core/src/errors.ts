export * from './errors/auth-error.ts'
export * from './errors/error-classes.ts'
export { findRetryAfter } from './errors/retry-after.ts'
export * from './errors/error-table.ts'
