import { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mysqlRules } from '../src/engines/mysql.ts'
import { postgresRules } from '../src/engines/postgres.ts'
import { type MysqlPool, mysqlDialect } from '../src/mysql.ts'
import { type PgPool, postgresDialect } from '../src/postgres.ts'
import type { Tables } from '../src/store/tables.ts'
import { makeTransactions } from '../src/store/transaction.ts'

/** What a stand-in for a pool was asked to do. */
interface Recorded {
  readonly statements: string[]
  /** For each release of a connection, whether it was closed instead of being used again. */
  readonly closed: boolean[]
}

/** How the first commit fails, and whether its connection is lost. */
interface CommitFailure {
  readonly error: Error
  readonly isLost: boolean
}

const runStatement = ({ statements }: Recorded, { error, isLost }: CommitFailure, statement: string): void => {
  const hasFailed = statements.includes('commit')
  statements.push(statement)
  if (hasFailed ? isLost : statement === 'commit') throw error
}

const overPg = (recorded: Recorded, failure: CommitFailure): PgPool => ({
  connect: async () => ({
    query: async ({ text }) => {
      runStatement(recorded, failure, text)
      return { rows: [], rowCount: 0 }
    },
    release: (isBroken = false) => void recorded.closed.push(isBroken),
    on: () => undefined,
    off: () => undefined,
  }),
  end: async () => undefined,
})

const overMysql = (recorded: Recorded, failure: CommitFailure): MysqlPool => {
  const query = async ({ sql }: { readonly sql: string }) => {
    runStatement(recorded, failure, sql)
    return [[], []] as const
  }
  const release = () => void recorded.closed.push(false)
  const destroy = () => void recorded.closed.push(true)
  return {
    getConnection: async () => ({ execute: query, query, release, destroy }),
  }
}

const engines = {
  postgres: (recorded: Recorded, failure: CommitFailure) => ({
    engine: postgresRules,
    dialect: postgresDialect({ pool: overPg(recorded, failure) }),
  }),
  mysql: (recorded: Recorded, failure: CommitFailure) => ({
    engine: mysqlRules,
    dialect: mysqlDialect({ pool: overMysql(recorded, failure) }),
  }),
}

/** Runs work in a transaction whose first commit fails. */
const runWith = async (name: keyof typeof engines, failure: CommitFailure, timeout = 10_000) => {
  const recorded: Recorded = { statements: [], closed: [] }
  const { engine, dialect } = engines[name](recorded, failure)
  const transactions = makeTransactions(new Kysely<Tables>({ dialect }), engine, timeout)
  let runs = 0
  const work = async () => (runs += 1)
  const outcome = await transactions.run(undefined, work).catch((error: unknown) => error)
  const ends = recorded.statements.filter((statement) => statement === 'commit' || statement === 'rollback')
  return { outcome, runs, ends, closed: recorded.closed }
}

const errorWith = (members: object): Error => Object.assign(new Error('the commit failed'), members)
const refused = (members: object): CommitFailure => ({
  error: errorWith(members),
  isLost: false,
})
const lost = (members: object): CommitFailure => ({
  error: errorWith(members),
  isLost: true,
})

describe('a transaction whose commit fails', () => {
  test.each([
    ['a serialization failure of PostgreSQL', 'postgres', { code: '40001' }],
    ['a deadlock of PostgreSQL', 'postgres', { code: '40P01' }],
    ['a deadlock of MariaDB or MySQL', 'mysql', { code: 'ER_LOCK_DEADLOCK', errno: 1213 }],
    ['a lock timeout of MariaDB or MySQL', 'mysql', { code: 'ER_LOCK_WAIT_TIMEOUT', errno: 1205 }],
  ] as const)('with %s is run again, and keeps its connection', async (_name, engine, members) => {
    const { outcome, ends, closed } = await runWith(engine, refused(members))
    expect(outcome).toBe(2)
    expect(ends).toEqual(['commit', 'rollback', 'commit'])
    expect(closed).toEqual([false, false])
  })

  // The commit may have succeeded. A second run could write everything twice.
  test.each([
    ['a lost connection to PostgreSQL', 'postgres', {}],
    ['a reset connection to PostgreSQL', 'postgres', { code: 'ECONNRESET', errno: -104 }],
    ['a shutdown of PostgreSQL', 'postgres', { code: '57P01' }],
    ['an unknown result of the transaction', 'postgres', { code: '08007' }],
    ['an unknown result of the statement', 'postgres', { code: '40003' }],
    ['a lost connection to MariaDB or MySQL', 'mysql', { code: 'PROTOCOL_CONNECTION_LOST' }],
    ['a reset connection to MariaDB or MySQL', 'mysql', { code: 'ECONNRESET', errno: -104 }],
    ['a shutdown of MariaDB or MySQL', 'mysql', { code: 'ER_SERVER_SHUTDOWN', errno: 1053 }],
  ] as const)('with %s is not run again, and its connection is closed', async (_name, engine, members) => {
    const failure = lost(members)
    const outcome = await runWith(engine, failure)
    expect(outcome).toEqual({
      outcome: failure.error,
      runs: 1,
      ends: ['commit', 'rollback'],
      closed: [true],
    })
  })

  test('is not run again after the timeout', async () => {
    const failure = refused({ code: '40001' })
    expect(await runWith('postgres', failure, 0)).toMatchObject({
      outcome: failure.error,
      runs: 1,
    })
  })
})
