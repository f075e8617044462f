import type { Adapter } from '@authwright/core/adapters'
import { describe, vi } from 'vitest'
import { changeRaces, type Rounds } from '@authwright/test-kit/email/change-races'
import type { SqlAdapter } from '../src/index.ts'
import { type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

vi.setConfig({ testTimeout: 60_000 })

const NOW = Date.parse('2030-01-01T12:00:00Z')

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, 20))

const TOKEN_METHODS = ['createVerificationToken', 'useVerificationToken', 'getVerificationToken'] as const

/** An adapter whose calls for tokens take long inside a transaction, so that another request runs at the same moment. */
const slowTokens = ({ transaction, ...adapter }: SqlAdapter): Adapter => {
  const slow = (inner: Adapter): Adapter => {
    const delayed = TOKEN_METHODS.map((name) => {
      const call = async (...given: readonly unknown[]): Promise<unknown> => {
        await pause()
        const result: unknown = await Reflect.apply(inner[name] as () => unknown, inner, given)
        await pause()
        return result
      }
      return [name, call] as const
    })
    return { ...inner, ...Object.fromEntries(delayed) }
  }
  return { ...adapter, transaction: (work) => transaction((inner) => work(slow(inner))) }
}

const defineTests = (kind: EngineKind, rounds: Rounds, wrap: (adapter: SqlAdapter) => Adapter = (own) => own): void => {
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ adapter } = open), { now: () => NOW })
  changeRaces(() => wrap(adapter), rounds)
}

describe('a change of e-mail address on SQLite', () => {
  defineTests(engines.sqlite, { many: 200, few: 10 })
})

// With several connections, only the lock on the user's row separates two changes.
describe('a change of e-mail address on PostgreSQL', () => {
  defineTests(engines.pg, { many: 10, few: 10 })
})

describe('a change of e-mail address on PostgreSQL, with slow calls for tokens', () => {
  defineTests(engines.pg, { many: 5, few: 5 }, slowTokens)
})
