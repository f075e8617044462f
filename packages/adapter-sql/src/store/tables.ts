/** A row as the database gives it. */
export type Row = Record<string, unknown>

/** The tables of the schema. Columns are checked when rows are read, not by type, since applications may add some. */
export interface Tables {
  users: Row
  accounts: Row
  sessions: Row
  verification_tokens: Row
  authenticators: Row
  attempts: Row
  authwright_migrations: Row
}

/** A table that holds what the contract is about. */
export type TableName = Exclude<keyof Tables, 'authwright_migrations'>

/**
 * How a column's values are written and read. An instant is kept as the database does by itself, without its zone, or as text: in the form of
 * ISO 8601, or in milliseconds. A `serial` is an id that the database counts and the application sees as text.
 */
export type ColumnKind =
  | 'text'
  | 'instant'
  | 'zoneless'
  | 'iso'
  | 'milliseconds'
  | 'integer'
  | 'bigint'
  | 'serial'
  | 'uuid'
  | 'flag'
  | 'json'
  | 'plain'

/** A column that is really there. */
export interface Column {
  readonly kind: ColumnKind
  /** How many characters it holds, where the database might cut off the rest without a word. */
  readonly length?: number
  /** Whether the database fills it in by itself. */
  readonly hasDefault?: boolean
}

/** The columns of a table, and what they hold. */
export type Columns = Readonly<Record<string, Column>>

const text = { kind: 'text' } as const
const instant = { kind: 'instant' } as const
const integer = { kind: 'integer' } as const

/** The columns of the schema. An application may add to `users`, `accounts` and `authenticators`. */
export const columnsOf = {
  users: { id: text, name: text, email: text, emailVerified: instant, image: text },
  accounts: {
    provider: text,
    providerAccountId: text,
    userId: text,
    type: text,
    access_token: text,
    refresh_token: text,
    id_token: text,
    token_type: text,
    scope: text,
    session_state: text,
    expires_at: integer,
  },
  sessions: { tokenHash: text, userId: text, expires: instant },
  verification_tokens: { identifier: text, tokenHash: text, expires: instant },
  authenticators: {
    credentialID: text,
    userId: text,
    providerAccountId: text,
    credentialPublicKey: text,
    counter: integer,
    credentialDeviceType: text,
    credentialBackedUp: { kind: 'flag' },
    transports: text,
    userHandle: text,
    name: text,
    createdAt: instant,
    lastUsedAt: instant,
  },
  attempts: { keyHash: text, count: integer, expires: instant },
} as const satisfies Readonly<Record<TableName, Columns>>
