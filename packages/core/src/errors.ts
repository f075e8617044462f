export * from './errors/auth-error.ts'
export * from './errors/error-classes.ts'
export { errorInfo } from './errors/error-table.ts'
export type { ErrorInfo, ErrorRow, ErrorType } from './errors/error-table.ts'
