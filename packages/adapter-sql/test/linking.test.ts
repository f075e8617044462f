import { afterAll, beforeAll, beforeEach, describe, vi } from 'vitest'
import { linkingRules } from '../../core/test/linking/rules.ts'
import { startProvider } from '../../core/test/support/provider.ts'
import type { TestProvider } from '../../core/test/support/provider.ts'
import type { SqlAdapter } from '../src/index.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'

vi.setConfig({ testTimeout: 60_000 })

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const rulesOf = (kind: EngineKind): void => {
  let server: EngineServer
  let engine: Engine
  let adapter: SqlAdapter
  const reason = kind.whyNot()
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await kind.start()
    engine = await server.open()
    adapter = engine.adapter()
    await adapter.migrate()
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await engine.close()
    await server.close()
  })

  linkingRules(() => ({ adapter, provider }))
}

describe.each([engines.sqlite, engines.pg, engines.mariadb])('linking over $name', (kind) => {
  rulesOf(kind)
})
