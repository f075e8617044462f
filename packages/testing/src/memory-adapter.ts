import type { Adapter } from '@authwright/core/adapters'
import { accountMethods } from './memory-adapter/accounts.ts'
import { authenticatorMethods } from './memory-adapter/authenticators.ts'
import { userMethods } from './memory-adapter/users.ts'
import { sessionMethods } from './memory-adapter/sessions.ts'
import { copyState, emptyState, type State } from './memory-adapter/state.ts'
import { Journal } from './memory-adapter/table.ts'
import { tokenMethods } from './memory-adapter/tokens.ts'
import { makeTransactions } from './memory-adapter/transactions.ts'

export type { State } from './memory-adapter/state.ts'

/**
 * An adapter whose rows a test can read.
 * @example const countSessions = (adapter: MemoryAdapter) => adapter.state().sessions.size
 */
export interface MemoryAdapter extends Required<Adapter> {
  /**
   * A copy of all rows.
   * @example
   * const adapter = memoryAdapter()
   * const count = adapter.state().sessions.size // 0
   */
  readonly state: () => State
}

/**
 * An adapter that stores everything in memory and keeps the whole contract: unique constraints, atomic calls,
 * transactions. For tests and demos: a restart deletes everything.
 *
 * @example
 * const adapter = memoryAdapter()
 * await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
 */
export const memoryAdapter = ({ now = Date.now }: { readonly now?: () => number } = {}): MemoryAdapter => {
  const journal = new Journal()
  const state = emptyState(journal)
  const transactions = makeTransactions(state, journal)
  const adapter: Required<Adapter> = {
    ...userMethods(transactions),
    ...accountMethods(transactions),
    ...sessionMethods(transactions, now),
    ...tokenMethods(transactions, now),
    ...authenticatorMethods(transactions),
    transaction: (work) => transactions.transaction(() => work(adapter)),
  }
  return { ...adapter, state: () => copyState(state) }
}
