import { afterAll, beforeAll, describe, vi } from 'vitest'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { revocationRules, sessionRules } from '@authwright/test-kit/sessions/session-rules'
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
  const open = () => ({ adapter, provider })
  sessionRules(open)
  revocationRules(open)
}

describe.each([engines.pg, engines.mariadb])('sessions over $name', (kind) => {
  defineTests(kind)
})
