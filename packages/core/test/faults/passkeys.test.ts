import { memoryAdapter } from '@gatehouse/testing'
import { runFaultMatrix } from '@gatehouse/testing/fault-matrix'
import { expect, test } from 'vitest'
import { passkeyConfig, passkeyFlows } from './passkey-flows.ts'

test(
  'whoever has a passkey comes in, whatever goes wrong with whatever call, without transactions too',
  { timeout: 300_000 },
  async () => {
    const { state, transaction: _transaction, ...adapter } = memoryAdapter()
    const rows = () => {
      const { users, accounts, sessions } = state()
      return { users: [...users.values()], accounts: [...accounts.values()], sessions: [...sessions.values()] }
    }
    const { casualties } = await runFaultMatrix({ adapter, rows, flows: passkeyFlows, config: passkeyConfig })
    expect(casualties).toEqual([])
  },
)
