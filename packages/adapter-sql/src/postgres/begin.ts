import type { TransactionSettings } from 'kysely'

/** How PostgreSQL begins a transaction. */
export const begin = ({ isolationLevel }: TransactionSettings): readonly string[] => [
  isolationLevel === undefined ? 'begin' : `start transaction isolation level ${isolationLevel}`,
]
