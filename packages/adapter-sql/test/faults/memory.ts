import type { Adapter } from '@authwright/core/adapters'
import { type MemoryAdapter, memoryAdapter } from '@authwright/testing'
import type { FaultMatrixOptions } from '@authwright/test-kit/fault-matrix'
import { everyFlowOver } from '@authwright/test-kit/fault-matrix/every-flow'

type Calls = Readonly<Record<string, (...given: unknown[]) => unknown>>

/** An adapter whose memory can be replaced by an empty one. */
const makeReplaceable = () => {
  let memory: MemoryAdapter = memoryAdapter()
  const { state: _state, ...methods } = memory
  const forwarded = Object.keys(methods).map((name) => [
    name,
    (...given: unknown[]): unknown => (memory as unknown as Calls)[name]?.(...given),
  ])
  const adapter: Required<Adapter> = { ...methods, ...(Object.fromEntries(forwarded) as object) }
  return { adapter, state: () => memory.state(), empty: () => void (memory = memoryAdapter()) }
}

/** Every flow over memory. `narrow` removes or changes methods of the adapter. */
export const overMemory = (
  narrow: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter,
): FaultMatrixOptions => {
  const { adapter, state, empty } = makeReplaceable()
  const rows = () => {
    const { users, accounts, sessions } = state()
    return { users: [...users.values()], accounts: [...accounts.values()], sessions: [...sessions.values()] }
  }
  return { ...everyFlowOver(narrow(adapter)), rows, empty }
}
