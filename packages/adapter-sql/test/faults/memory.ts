import type { Adapter } from '@gatehouse/core/adapters'
import { memoryAdapter } from '@gatehouse/testing'
import type { FaultMatrixOptions } from '@gatehouse/testing/fault-matrix'
import { everyFlowOver } from '../../../core/test/faults/every-flow.ts'

/** Every flow over memory, by an adapter that has less than the whole one, or does something otherwise. */
export const overMemory = (
  narrow: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter,
): FaultMatrixOptions => {
  const { state, ...adapter } = memoryAdapter()
  const rows = () => {
    const { users, accounts, sessions } = state()
    return { users: [...users.values()], accounts: [...accounts.values()], sessions: [...sessions.values()] }
  }
  const empty = async (): Promise<void> => {
    for (const id of state().users.keys()) await adapter.deleteUser(id)
  }
  return { ...everyFlowOver(narrow(adapter)), rows, empty }
}
