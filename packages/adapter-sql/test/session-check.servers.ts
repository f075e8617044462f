import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Adapter } from '@authwright/core/adapters'
import { d1Adapter } from '../src/d1.ts'
import type { D1Database } from '../src/d1.ts'
import { engines, type Listener } from './engines.ts'
import { openD1 } from '@authwright/test-kit/databases/d1'

/** A database whose statements are heard at the last place before the client library. */
interface Heard {
  readonly adapter: Adapter
  readonly close: () => Promise<unknown>
}

interface Kind {
  readonly name: string
  readonly whyNot: () => string | null
  readonly open: (listener: Listener) => Promise<Heard>
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
      return { adapter: engine.heard(listener), close }
    },
  })),
  {
    name: 'D1',
    whyNot: () => null,
    open: async (listener) => {
      const { database, close } = await openD1()
      await d1Adapter({ database }).migrate()
      const heard: D1Database = {
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
      return { adapter: d1Adapter({ database: heard }), close }
    },
  },
]

describe.each(kinds.map((kind) => [kind.name, kind] as const))('over %s', (_name, kind) => {
  const reason = kind.whyNot()
  let heard: Heard
  const said: string[] = []
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    heard = await kind.open((sql) => said.push(sql))
  })
  afterAll(() => heard?.close())

  test('a session check is one statement, from the second one on', async () => {
    const { adapter } = heard
    const user = await adapter.createUser?.({ id: 'ada', email: 'ada@example.org', emailVerified: null })
    const sessionToken = crypto.randomUUID()
    await adapter.createSession?.({ sessionToken, userId: user?.id ?? '', expires: new Date('2040-01-01') })
    await adapter.getSessionAndUser?.(sessionToken)
    for (const token of [sessionToken, 'of nobody']) {
      said.length = 0
      expect((await adapter.getSessionAndUser?.(token))?.user.id).toBe(token === sessionToken ? 'ada' : undefined)
      expect(said).toEqual([expect.stringMatching(/^select .* join /i)])
    }
  })
})
