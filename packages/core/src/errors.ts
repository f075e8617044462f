export * from './errors/auth-error.ts'
export * from './errors/error-classes.ts'
export { errorInfo, type ErrorInfo, type ErrorRow, type ErrorType } from './errors/error-table.ts'
