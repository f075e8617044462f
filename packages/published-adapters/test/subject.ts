import type { Adapter } from '@authwright/core/adapters'
import type { D1Database } from '@authwright/adapter-sql/d1'
import type { DatabaseSchema } from '@authwright/adapter-sql/schemas'

/** A published adapter over an empty database. */
export interface Subject {
  readonly adapter: Adapter
  /** The binding, if the database is D1. */
  readonly d1?: D1Database
  readonly close: () => Promise<unknown>
}

/** How a published adapter is set up. */
export interface SubjectKind {
  readonly name: string
  readonly store: string
  /** The server of its database, if it needs one. */
  readonly server?: 'postgres' | 'mariadb' | 'redis' | 'sqlite'
  /** The schema of its tables, if `@authwright/adapter-sql` can use them. */
  readonly schema?: DatabaseSchema
  /** Opens the adapter over a new database of the server. */
  readonly open: (url: string) => Promise<Subject>
}

/** Lets the compiler check that the published type of an adapter is compatible. */
export const asAdapter = (adapter: Adapter): Adapter => adapter
