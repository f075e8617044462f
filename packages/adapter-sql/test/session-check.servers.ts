import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Adapter } from '@authwright/core/adapters'
import { d1Adapter, type D1Database } from '../src/d1.ts'
import { engines, type StatementListener } from './engines.ts'
import { openD1 } from '@authwright/test-kit/databases/d1'

/** An adapter whose statements are recorded where they are passed to the client library. */
interface Recorded {
  readonly adapter: Adapter
  readonly close: () => Promise<unknown>
}

interface Kind {
  readonly name: string
  readonly whyNot: () => string | null
  readonly open: (listener: StatementListener) => Promise<Recorded>
}

const kinds: readonly Kind[] = [
  ...Object.values(engines).map(({ name, whyNot, start }): Kind => ({
    name,
    whyNot,
    open: async (listener) => {
      const server = await start()
      const engine = await server.open()
      await engine.adapter().migrate()
      const close = async () => {
        await engine.close()
        await server.close()
      }
      return { adapter: engine.recorded(listener), close }
    },
  })),
  {
    name: 'D1',
    whyNot: () => null,
    open: async (listener) => {
      const { database, close } = await openD1()
      await d1Adapter({ database }).migrate()
      const listening: D1Database = {
        prepare: (sql) => {
          const bound = (values: readonly unknown[]): ReturnType<D1Database['prepare']> => ({
            bind: (...given) => bound(given),
            all: () => (
              listener(sql, values),
              database
                .prepare(sql)
                .bind(...values)
                .all()
            ),
          })
          return bound([])
        },
      }
      return { adapter: d1Adapter({ database: listening }), close }
    },
  },
]

describe.each(kinds.map((kind) => [kind.name, kind] as const))('over %s', (_name, kind) => {
  const reason = kind.whyNot()
  let recorded: Recorded
  const executed: string[] = []
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    recorded = await kind.open((sql) => executed.push(sql))
  })
  afterAll(() => recorded?.close())

  test('a session check is one statement after the first use', async () => {
    const { adapter } = recorded
    const user = await adapter.createUser?.({ id: 'ada', email: 'ada@example.org', emailVerified: null })
    const sessionToken = crypto.randomUUID()
    await adapter.createSession?.({ sessionToken, userId: user?.id ?? '', expires: new Date('2040-01-01') })
    await adapter.getSessionAndUser?.(sessionToken)
    for (const token of [sessionToken, 'unknown token']) {
      executed.length = 0
      expect((await adapter.getSessionAndUser?.(token))?.user.id).toBe(token === sessionToken ? 'ada' : undefined)
      expect(executed).toEqual([expect.stringMatching(/^select .* join /i)])
    }
  })
})
