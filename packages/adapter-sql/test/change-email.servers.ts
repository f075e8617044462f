import { describe, vi } from 'vitest'
import { changeRaces, type Rounds } from '@authwright/test-kit/email/change-races'
import type { SqlAdapter } from '../src/index.ts'
import { type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

vi.setConfig({ testTimeout: 60_000 })

const NOW = Date.parse('2030-01-01T12:00:00Z')

const defineTests = (kind: EngineKind, rounds: Rounds): void => {
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ adapter } = open), { now: () => NOW })
  changeRaces(() => adapter, rounds)
}

describe('a change of e-mail address on SQLite', () => {
  defineTests(engines.sqlite, { many: 200, few: 10 })
})

// With several connections, only the lock on the user's row separates two changes.
describe('a change of e-mail address on PostgreSQL', () => {
  defineTests(engines.pg, { many: 10, few: 10 })
})
