export * from './errors/auth-error.ts'
export * from './errors/classes.ts'
export * from './errors/table.ts'
