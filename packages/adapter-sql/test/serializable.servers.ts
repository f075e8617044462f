import type { Adapter } from '@authwright/core/adapters'
import { describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { type Engine, type EngineKind, serializableEngines } from './engines.ts'
import { withEngine } from './with-engine.ts'

const MANY = 40

const newUser = () => {
  const id = crypto.randomUUID()
  return { id, email: `${id}@example.org`, emailVerified: null }
}

/** Reads one user and then changes the other one, by what it read. */
const readAndChange = (read: string, changed: string) => async (inner: Adapter) => {
  const count = Number((await inner.getUser?.(read))?.name)
  await inner.updateUser?.({ id: changed, name: String(count + 1) })
}

const defineTests = (kind: EngineKind) => {
  let engine: Engine
  let adapter: SqlAdapter
  let open: () => Promise<Engine>
  withEngine(kind, (opened) => void (({ engine, adapter } = opened), (open = () => opened.server.open())))

  test('the server is serializable', async () => {
    expect(await engine.query('show transaction_isolation')).toEqual([{ transaction_isolation: 'serializable' }])
  })

  test('many transactions that each read what another one writes all succeed', async () => {
    const [ada, grace] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
    const crossing = Array.from({ length: MANY }, (_, i) =>
      adapter.transaction(i % 2 === 0 ? readAndChange(ada.id, grace.id) : readAndChange(grace.id, ada.id)),
    )
    expect((await Promise.allSettled(crossing)).filter(({ status }) => status === 'rejected')).toEqual([])
  })

  test('many transactions that add one to the same value all succeed, and none is lost', async () => {
    const { id } = await adapter.createUser({ ...newUser(), name: '0' })
    await Promise.all(Array.from({ length: MANY }, () => adapter.transaction(readAndChange(id, id))))
    expect(await adapter.getUser(id)).toMatchObject({ name: String(MANY) })
  })

  test('many transactions over different users all succeed', async () => {
    const users = Array.from({ length: MANY }, newUser)
    const signUp = (user: (typeof users)[number]) => async (inner: Adapter) => {
      if ((await inner.getUserByEmail?.(user.email)) !== null) throw new Error('the user exists')
      await inner.createUser?.(user)
      await inner.linkAccount?.({ provider: 'p', providerAccountId: user.id, type: 'oidc', userId: user.id })
      await inner.createSession?.({ sessionToken: user.id, userId: user.id, expires: new Date('2090-01-01') })
    }
    await Promise.all(users.map((user) => adapter.transaction(signUp(user))))
    for (const { id } of users) expect(await adapter.getSessionAndUser(id)).toMatchObject({ user: { id } })
  })

  test('several processes that clean up while users sign in delete all expired rows and no others', async () => {
    const { id } = await adapter.createUser(newUser())
    const addSession = async (sessionToken: string, expires: Date) =>
      adapter.createSession({ sessionToken, userId: id, expires })
    for (let i = 0; i < MANY; i += 1) await addSession(`expired ${i}`, new Date('2020-01-01'))
    const signIns = Array.from({ length: MANY }, (_, i) => addSession(`valid ${i}`, new Date('2090-01-01')))
    const deleted = await Promise.all(Array.from({ length: 4 }, () => adapter.cleanup({ batchSize: 5 })))
    await Promise.all(signIns)
    expect(deleted.reduce((sum, each) => sum + each)).toBe(MANY)
    expect(await adapter.listSessions(id)).toHaveLength(MANY)
  })

  test('one of several concurrent calls of `migrate` applies the migrations', async () => {
    const empty = await open()
    const reports = await Promise.all(Array.from({ length: 4 }, () => empty.adapter().migrate()))
    expect(reports.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
    await empty.close()
  })
}

describe.each(Object.values(serializableEngines).map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
  defineTests(kind)
})
