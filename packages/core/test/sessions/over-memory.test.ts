import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Adapter } from '../../src/index.ts'
import { revocationRules, sessionRules } from '@authwright/test-kit/sessions/session-rules'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const withoutTransactions = (): Adapter => {
  const { transaction: _none, ...adapter } = memoryAdapter()
  return adapter
}

describe.each([
  ['over memory', memoryAdapter],
  ['without transactions', withoutTransactions],
])('%s', (_name, make) => {
  const open = () => ({ adapter: make(), provider })
  sessionRules(open)
  revocationRules(open)
})
