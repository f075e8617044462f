export * from './errors/auth-error.ts'
export * from './errors/error-classes.ts'
export * from './errors/error-table.ts'
