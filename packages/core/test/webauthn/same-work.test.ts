import { memoryAdapter } from '@authwright/testing'
import type { MemoryAdapter } from '@authwright/testing'
import { expect, test } from 'vitest'
import { Passkey } from './authenticator.ts'
import { ask, makeWorld, member, register } from './world.ts'

/** A memory adapter, and the names of the methods that were called. */
const watched = (): { readonly adapter: MemoryAdapter; readonly called: string[] } => {
  const called: string[] = []
  const adapter = new Proxy(memoryAdapter(), {
    get: (target, name, receiver) => {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return (...values: readonly unknown[]): unknown => {
        called.push(String(name))
        return Reflect.apply(method, target, values)
      }
    },
  })
  return { adapter, called }
}

test.each([{}, { action: 'authenticate' }, { action: 'register' }])(
  'options ask the database nothing about an address, so that the time they take tells nobody: %j',
  async (query) => {
    const { adapter, called } = watched()
    const world = makeWorld({ adapter })
    await member(world, new Passkey(), 'ada@example.org')
    for (const email of ['ada@example.org', 'bob@example.org']) {
      called.length = 0
      expect((await ask(world.browser(), { ...query, email })).status).toBe(200)
      expect(called).toEqual([])
    }
  },
)

test('a sign-up that ends with a mail costs the same work for an address that has a user', async () => {
  const { adapter, called } = watched()
  const world = makeWorld({ adapter, withMail: true })
  await world.adapter.createUser({ id: 'ada', email: 'ada@example.org', emailVerified: new Date() })
  const workFor = async (email: string): Promise<readonly string[]> => {
    called.length = 0
    await register(world.browser(), new Passkey(), email)
    return [...called]
  }
  const known = await workFor('ada@example.org')
  expect(known.length).toBeGreaterThan(0)
  expect(known).toEqual(await workFor('bob@example.org'))
})
