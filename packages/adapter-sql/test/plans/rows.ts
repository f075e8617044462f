import { type Engine, type EngineKind, engines } from '../engines.ts'

const ROWS = 2000

const columns: Readonly<Record<string, readonly string[]>> = {
  users: ['id', 'email'],
  accounts: ['provider', 'providerAccountId', 'userId', 'type'],
  sessions: ['tokenHash', 'userId', 'expires'],
  verification_tokens: ['identifier', 'tokenHash', 'expires'],
  authenticators: [
    'credentialID',
    'userId',
    'providerAccountId',
    'credentialPublicKey',
    'counter',
    'credentialDeviceType',
    'credentialBackedUp',
  ],
  counters: ['keyHash', 'count', 'expires'],
}

/** Adds so many rows to every table that a planner prefers an index to reading the whole table. */
export const addRows = async ({ query }: Engine, { name, quote }: EngineKind): Promise<void> => {
  const later = name === engines.sqlite.name ? '2208988800000' : `'2040-01-01 00:00:00'`
  const falseLiteral = name === engines.pg.name ? 'false' : '0'
  const values: Readonly<Record<string, (i: number) => string>> = {
    users: (i) => `'x${i}', 'x${i}@example.org'`,
    accounts: (i) => `'p', 'x${i}', 'x${i}', 'oidc'`,
    sessions: (i) => `'x${i}', 'x${i}', ${later}`,
    verification_tokens: (i) => `'x${i}', 'x${i}', ${later}`,
    authenticators: (i) => `'x${i}', 'x${i}', 'x${i}', 'key', 0, 'singleDevice', ${falseLiteral}`,
    counters: (i) => `'x${i}', 1, ${later}`,
  }
  for (const [table, row] of Object.entries(values)) {
    const names = columns[table]?.map(quote).join(', ')
    const rows = Array.from({ length: ROWS }, (_, i) => `(${row(i)})`)
    await query(`insert into ${table} (${names}) values ${rows.join(', ')}`)
  }
}
