import { afterAll, beforeAll, beforeEach, describe, vi } from 'vitest'
import { changeRaces } from '../../core/test/email/change-races.ts'
import type { Rounds } from '../../core/test/email/change-races.ts'
import type { SqlAdapter } from '../src/index.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'

vi.setConfig({ testTimeout: 60_000 })

const NOW = Date.parse('2030-01-01T12:00:00Z')

const racesOn = (kind: EngineKind, rounds: Rounds): void => {
  let server: EngineServer
  let engine: Engine
  let adapter: SqlAdapter
  const reason = kind.whyNot()
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await kind.start()
    engine = await server.open()
    adapter = engine.adapter({ now: () => NOW })
    await adapter.migrate()
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await engine.close()
    await server.close()
  })
  changeRaces(() => adapter, rounds)
}

describe('a change of address on SQLite', () => {
  racesOn(engines.sqlite, { many: 200, few: 10 })
})

// Where connections are several, only the lock on the user's row keeps one change from another.
describe('a change of address on PostgreSQL', () => {
  racesOn(engines.pg, { many: 10, few: 10 })
})
