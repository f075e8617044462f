/** A row as the database returns it. */
export type Row = Record<string, unknown>

/** The tables of the schema. Applications may add columns, so columns are checked at run time, not by type. */
export interface Tables {
  users: Row
  accounts: Row
  sessions: Row
  verification_tokens: Row
  authenticators: Row
  counters: Row
  authwright_migrations: Row
}

/** A table that the adapter's methods read and write. */
export type TableName = Exclude<keyof Tables, 'authwright_migrations'>

/**
 * How the values of a column are stored. Instants: `instant` is the database's own type, `zoneless` the type without a
 * time zone, `iso` text in the form of ISO 8601, `milliseconds` text of digits. A `serial` is a number that the
 * database generates and the application sees as text.
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

/** A column that exists in the database. */
export interface Column {
  readonly kind: ColumnKind
  /** The maximum number of characters, if the database declares one. */
  readonly length?: number
  /** Whether the database fills it in. */
  readonly hasDefault?: boolean
}

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, Column>>

const text = { kind: 'text' } as const
const instant = { kind: 'instant' } as const
const integer = { kind: 'integer' } as const

/** The columns of the schema. An application may add columns to `users`, `accounts` and `authenticators`. */
export const columnsOf = {
  users: {
    id: text,
    name: text,
    email: text,
    emailVerified: instant,
    image: text,
    sessionsRevokedAt: instant,
    deleteAt: instant,
  },
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
  sessions: { tokenHash: text, userId: text, expires: instant, createdAt: instant, browser: text, system: text },
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
    aaguid: text,
    createdAt: instant,
    lastUsedAt: instant,
  },
  counters: { keyHash: text, count: integer, expires: instant },
} as const satisfies Readonly<Record<TableName, Columns>>
