import type { Adapter } from '@authwright/core/adapters'
import type { D1Database } from '@authwright/adapter-sql/d1'
import type { DatabaseSchema } from '@authwright/adapter-sql/schemas'

/** A published adapter over an empty database. */
export interface Subject {
  readonly adapter: Adapter
  /** The binding, where it is a D1. */
  readonly d1?: D1Database
  readonly close: () => Promise<unknown>
}

/** How a published adapter is set up. */
export interface SubjectKind {
  readonly name: string
  readonly store: string
  /** The server that its database is made on; none where it brings its store along. */
  readonly server?: 'postgres' | 'mariadb' | 'redis' | 'sqlite'
  /** The layout of its tables, where they can be adopted. */
  readonly schema?: DatabaseSchema
  /** Over an empty database of that server. */
  readonly open: (url: string) => Promise<Subject>
}

/** Each package was compiled against its own copy of the same interface: the compiler says whether it is the same. */
export const asAdapter = (adapter: Adapter): Adapter => adapter
