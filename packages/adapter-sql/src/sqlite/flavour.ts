import { sql } from 'kysely'
import type { Flavour } from '../store/flavour.ts'
import type { ColumnKind, Columns } from '../store/tables.ts'
import type { UniqueConstraint } from '../unique-violation.ts'

const milliseconds = (value: unknown): unknown => {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' ? Date.parse(value) : value
}

const write = (kind: ColumnKind, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'instant') return milliseconds(value)
  if (kind === 'json') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.getTime()
  return typeof value === 'object' && !(value instanceof Uint8Array) ? JSON.stringify(value) : value
}

// SQLite's own `CURRENT_TIMESTAMP` is UTC and does not say so.
const instant = (value: unknown): Date => {
  if (typeof value !== 'string') return new Date(Number(value))
  return new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(value) ? `${value.replace(' ', 'T')}Z` : value)
}

const read = (kind: ColumnKind, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'instant') return instant(value)
  if (kind === 'flag') return value === 1 || value === true
  if (kind === 'integer') return Number(value)
  return kind === 'json' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value
}

/** What a declared type promises. SQLite itself promises nothing. */
const kindOf = (declared: string): ColumnKind => {
  if (/bool/i.test(declared)) return 'flag'
  if (/date|time/i.test(declared)) return 'instant'
  return /json/i.test(declared) ? 'json' : 'plain'
}

// "UNIQUE constraint failed: accounts.provider, accounts.providerAccountId": the column that decides is the last.
const constraints: Readonly<Record<string, UniqueConstraint>> = {
  'users.email': 'email',
  'users.id': 'user',
  'accounts.providerAccountId': 'account',
  'sessions.tokenHash': 'session',
  'verification_tokens.tokenHash': 'token',
  'authenticators.credentialID': 'authenticator',
}

const violated = (error: unknown): UniqueConstraint | null => {
  const [, column = ''] =
    error instanceof Error ? (/UNIQUE constraint failed: .*?([\w.]+)$/.exec(error.message) ?? []) : []
  return constraints[column] ?? null
}

/** SQLite: instants are integers of milliseconds, flags 0 and 1. */
export const sqliteFlavour: Flavour = {
  name: 'sqlite',
  types: { key: 'text', text: 'text', instant: 'integer', integer: 'integer', flag: 'integer' },
  write,
  read,
  violated,
  inspect: async (db, table) => {
    const { rows } = await sql<{
      name: string
      type: string
    }>`select name, type from pragma_table_info(${table})`.execute(db)
    const columns: Record<string, ColumnKind> = {}
    for (const { name, type } of rows) columns[name] = kindOf(type)
    return columns satisfies Columns
  },
  // The transaction has begun with the one lock that a database file has.
  lockMigrations: () => Promise.resolve(),
}
