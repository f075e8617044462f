/**
 * What the commands `authwright migrate` and `authwright cleanup` use. Applications use the adapters.
 * @experimental
 */
export { existingTables, withDatabase, type DatabaseLocation } from './command/with-database.ts'
