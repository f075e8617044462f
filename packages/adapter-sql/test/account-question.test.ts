import { accountQuestionRules } from '@authwright/test-kit/linking/account-question-rules'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { afterAll, beforeAll, describe } from 'vitest'
import { nodeMemory, over } from './databases.ts'
import { engines } from './engines.ts'
import { withEngine } from './with-engine.ts'
import type { SqlAdapter } from '../src/index.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

describe('over SQLite', () => {
  accountQuestionRules(() => ({ adapter: over(nodeMemory()).adapter, provider }))
})

describe('over PGlite', () => {
  let adapter: SqlAdapter
  withEngine(engines.pglite, (open) => void ({ adapter } = open))
  accountQuestionRules(() => ({ adapter, provider }))
})
