import { memoryAdapter } from '@gatehouse/testing'
import { runFaultMatrix } from '@gatehouse/testing/fault-matrix'
import { describe, expect, test } from 'vitest'
import { passkeyConfig as config, passkeyFlows as flows } from './passkey-flows.ts'

describe('whoever has a passkey comes in, whatever goes wrong with whatever call', () => {
  test.each([
    ['with transactions', true],
    ['without transactions', false],
  ])('%s', { timeout: 300_000 }, async (_how, hasTransactions) => {
    const memory = memoryAdapter()
    const { state: _state, transaction, ...methods } = memory
    const adapter = hasTransactions ? { ...methods, transaction } : methods
    const rows = () => {
      const { users, accounts, sessions } = memory.state()
      return { users: [...users.values()], accounts: [...accounts.values()], sessions: [...sessions.values()] }
    }
    const { casualties, ...counts } = await runFaultMatrix({ adapter, rows, flows, config })
    console.log(`passkeys ${_how}: ${JSON.stringify(counts)}`)
    expect(casualties).toEqual([])
  })
})
