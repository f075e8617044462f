import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'

const times = Array.from({ length: 4 }, (_, i) => i)

const makeUser = async (adapter: SqlAdapter) => {
  const user = await adapter.createUser({
    id: 'ada',
    email: 'ada@example.org',
    emailVerified: null,
  })
  await adapter.createSession({
    sessionToken: 'token',
    userId: user.id,
    expires: new Date('2040-01-01'),
  })
}

/** Uses statements that return all columns of the users, on several connections at once. */
const readEverywhere = (adapter: SqlAdapter) =>
  Promise.all(
    times.map(async () => [
      (await adapter.getSessionAndUser('token'))?.user.id,
      await adapter.transaction(async (within) => {
        await within.updateUser?.({ id: 'ada', name: 'Ada' })
        return (await within.getUser?.('ada'))?.name
      }),
    ]),
  )

const defineTests = (kind: EngineKind) => {
  const reason = kind.whyNot()
  let server: EngineServer
  let engine: Engine
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await kind.start()
    engine = await server.open()
  })
  afterAll(async () => {
    await engine?.close()
    await server?.close()
  })

  test('a column that is added or dropped while the application runs fails no call, and is written', async () => {
    const adapter = engine.adapter()
    const expected = times.map(() => ['ada', 'Ada'])
    await makeUser(adapter)
    expect(await readEverywhere(adapter)).toEqual(expected)
    for (const change of ['add column nickname varchar(20)', 'drop column nickname', 'add column age integer']) {
      await engine.query(`alter table users ${change}`)
      expect(await readEverywhere(adapter)).toEqual(expected)
    }
    expect(await adapter.updateUser({ id: 'ada', ...{ age: 36 } })).toMatchObject({ age: 36 })
    expect(await adapter.getUser('ada')).toMatchObject({ age: 36 })
    const setPoints = (points: number) => adapter.updateUser({ id: 'ada', ...{ points } })
    expect(await setPoints(1)).not.toHaveProperty('points')
    await engine.query('alter table users add column points integer')
    expect(await setPoints(2)).toMatchObject({ points: 2 })
  })
}

describe.each(Object.values(engines).map((kind) => [kind.name, kind] as const))('over %s', (_name, kind) => {
  defineTests(kind)
})
