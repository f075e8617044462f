import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { postgresRules } from '../src/engines/postgres.ts'
import { type PgPool, type PgQuery, postgresDialect } from '../src/postgres.ts'
import type { Scope } from '../src/store/scope.ts'
import type { Tables } from '../src/store/tables.ts'
import { makeTransactions } from '../src/store/transaction.ts'

type Respond = (statement: string) => Promise<void> | undefined

/** Transactions over a stand-in for a pool, and the statements that it received. */
const transactionsOver = (respond: Respond) => {
  const statements: string[] = []
  const query = async ({ text }: PgQuery) => {
    statements.push(text)
    await respond(text)
    return { rows: [], rowCount: 0 }
  }
  const client = {
    query,
    release: () => undefined,
    on: () => undefined,
    off: () => undefined,
  }
  const pool: PgPool = {
    connect: async () => client,
    end: async () => undefined,
  }
  const root = new Kysely<Tables>({ dialect: postgresDialect({ pool }) })
  return {
    statements,
    transactions: makeTransactions(root, postgresRules, 10_000),
  }
}

const run = (scope: Scope, statement: string) => scope.run(() => sql.raw(statement).execute(scope.db))

test('a transaction waits for the statements that its work did not wait for, and is rolled back if one fails', async () => {
  const failed = new Error('the statement failed')
  const { statements, transactions } = transactionsOver((text) => {
    if (text !== 'insert') return undefined
    return new Promise((_, reject) => void setTimeout(() => reject(failed), 0))
  })
  const outcome = transactions.run(undefined, async (scope) => {
    void run(scope, 'insert').catch(() => undefined)
    void run(scope, 'select').catch(() => undefined)
  })
  await expect(outcome).rejects.toBe(failed)
  expect(statements).toEqual(['begin', 'insert', 'select', 'rollback'])
})

test('a transaction is rolled back if its savepoint is gone after a hidden failure', async () => {
  const failed = new Error('the disk is full')
  const { statements, transactions } = transactionsOver((text) => {
    if (text === 'insert') return Promise.reject(failed)
    return text.startsWith('rollback to') ? Promise.reject(new Error('no such savepoint')) : undefined
  })
  const outcome = transactions.run(undefined, async (outer) => {
    await transactions.run(outer, (inner) => run(inner, 'insert')).catch(() => undefined)
    expect(outer.state()).toBe('rolledBack')
  })
  await expect(outcome).rejects.toBe(failed)
  expect(statements.slice(-2)).toEqual([expect.stringContaining('rollback to savepoint'), 'rollback'])
})

test('a transaction whose work hides a conflict behind its own error is run again', async () => {
  let conflicts = 0
  const conflict = Object.assign(new Error('could not serialize access'), {
    code: '40001',
  })
  const { transactions } = transactionsOver((text) =>
    text === 'insert' && (conflicts += 1) === 1 ? Promise.reject(conflict) : undefined,
  )
  const outcome = transactions.run(undefined, (outer) =>
    transactions.run(outer, async (inner) => {
      await run(inner, 'insert').catch(() => Promise.reject(new Error('the address is taken')))
      return 'inserted'
    }),
  )
  expect(await outcome).toBe('inserted')
})
