import type { Adapter } from '@authwright/core/adapters'
import { accountMethods } from './memory-adapter/accounts.ts'
import { authenticatorMethods } from './memory-adapter/authenticators.ts'
import { userMethods } from './memory-adapter/people.ts'
import { sessionMethods } from './memory-adapter/sessions.ts'
import { copyState, emptyState, type State } from './memory-adapter/state.ts'
import { Journal } from './memory-adapter/table.ts'
import { tokenMethods } from './memory-adapter/tokens.ts'
import { makeTurns } from './memory-adapter/turns.ts'

export type { State } from './memory-adapter/state.ts'

/** An adapter whose rows a test can look into. */
export interface MemoryAdapter extends Required<Adapter> {
  /** A copy of everything that is kept. */
  readonly state: () => State
}

/**
 * An adapter that keeps everything in memory, with the whole contract: unique, atomic, with transactions. For tests and demos: a restart forgets
 * everybody.
 *
 * @example
 * const adapter = memoryAdapter()
 * await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
 */
export const memoryAdapter = ({ now = Date.now }: { readonly now?: () => number } = {}): MemoryAdapter => {
  const journal = new Journal()
  const state = emptyState(journal)
  const turns = makeTurns(state, journal)
  const adapter: Required<Adapter> = {
    ...userMethods(turns),
    ...accountMethods(turns),
    ...sessionMethods(turns, now),
    ...tokenMethods(turns, now),
    ...authenticatorMethods(turns),
    transaction: (work) => turns.transaction(() => work(adapter)),
  }
  return { ...adapter, state: () => copyState(state) }
}
