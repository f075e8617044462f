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
  gatehouse_migrations: Row
}

/** How a column's values are written and read. */
export type ColumnKind = 'text' | 'instant' | 'integer' | 'flag' | 'json' | 'plain'

/** The columns of a table, and what they hold. */
export type Columns = Readonly<Record<string, ColumnKind>>

/** The columns that the schema gives to the tables whose members the rest of the world may extend. */
export const columnsOf = {
  users: { id: 'text', name: 'text', email: 'text', emailVerified: 'instant', image: 'text' },
  accounts: {
    provider: 'text',
    providerAccountId: 'text',
    userId: 'text',
    type: 'text',
    access_token: 'text',
    refresh_token: 'text',
    id_token: 'text',
    token_type: 'text',
    scope: 'text',
    session_state: 'text',
    expires_at: 'integer',
  },
  authenticators: {
    credentialID: 'text',
    userId: 'text',
    providerAccountId: 'text',
    credentialPublicKey: 'text',
    counter: 'integer',
    credentialDeviceType: 'text',
    credentialBackedUp: 'flag',
    transports: 'text',
    userHandle: 'text',
    name: 'text',
    createdAt: 'instant',
    lastUsedAt: 'instant',
  },
} as const satisfies Readonly<Record<string, Columns>>
