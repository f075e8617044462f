import { afterAll, beforeAll, describe, vi } from 'vitest'
import { accountQuestionRules } from '@authwright/test-kit/linking/account-question-rules'
import { linkingRules } from '@authwright/test-kit/linking/rules'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import type { SqlAdapter } from '../src/index.ts'
import { type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

vi.setConfig({ testTimeout: 60_000 })

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const defineTests = (kind: EngineKind): void => {
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ adapter } = open))

  linkingRules(() => ({ adapter, provider }))
  accountQuestionRules(() => ({ adapter, provider }))
}

describe.each([engines.sqlite, engines.pg, engines.mariadb])('linking over $name', (kind) => {
  defineTests(kind)
})
