import { type Engine, type EngineKind, engines } from '../engines.ts'

const CROWD = 2000

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
  attempts: ['keyHash', 'count', 'expires'],
}

/** Enough rows of other people in every table that a planner who could read one from end to end would rather not. */
export const addCrowd = async ({ query }: Engine, { name, quote }: EngineKind): Promise<void> => {
  const later = name === engines.sqlite.name ? '2208988800000' : `'2040-01-01 00:00:00'`
  const no = name === engines.pg.name ? 'false' : '0'
  const values: Readonly<Record<string, (i: number) => string>> = {
    users: (i) => `'x${i}', 'x${i}@example.org'`,
    accounts: (i) => `'p', 'x${i}', 'x${i}', 'oidc'`,
    sessions: (i) => `'x${i}', 'x${i}', ${later}`,
    verification_tokens: (i) => `'x${i}', 'x${i}', ${later}`,
    authenticators: (i) => `'x${i}', 'x${i}', 'x${i}', 'key', 0, 'singleDevice', ${no}`,
    attempts: (i) => `'x${i}', 1, ${later}`,
  }
  for (const [table, row] of Object.entries(values)) {
    const names = columns[table]?.map(quote).join(', ')
    const rows = Array.from({ length: CROWD }, (_, i) => `(${row(i)})`)
    await query(`insert into ${table} (${names}) values ${rows.join(', ')}`)
  }
}
