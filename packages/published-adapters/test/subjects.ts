import type { SubjectKind } from './subject.ts'
import { elsewhere, inMemory } from './subjects/elsewhere.ts'
import { overMariaDb } from './subjects/mariadb.ts'
import { alsoOverPostgres, overPostgres } from './subjects/postgres.ts'
import { overSqlite } from './subjects/sqlite.ts'

export type { Subject, SubjectKind } from './subject.ts'

/** Those that need nothing but PostgreSQL, or nothing at all. */
export const subjects: readonly SubjectKind[] = [...overPostgres, ...inMemory]

/** All that can be run on a test machine. `servers.ts` has what they need. */
export const allSubjects: readonly SubjectKind[] = [
  ...subjects,
  ...alsoOverPostgres,
  ...overSqlite,
  ...overMariaDb,
  ...elsewhere,
]
