import type { SubjectKind } from './subject.ts'
import { elsewhere, inMemory } from './subjects/elsewhere.ts'
import { overMariaDb } from './subjects/mariadb.ts'
import { alsoOverPostgres, overPostgres } from './subjects/postgres.ts'
import { overSqlite } from './subjects/sqlite.ts'

export type { Subject, SubjectKind } from './subject.ts'

/** The adapters that need PostgreSQL or no server. */
export const subjects: readonly SubjectKind[] = [...overPostgres, ...inMemory]

/** All adapters that can be run on a test machine. */
export const allSubjects: readonly SubjectKind[] = [
  ...subjects,
  ...alsoOverPostgres,
  ...overSqlite,
  ...overMariaDb,
  ...elsewhere,
]
