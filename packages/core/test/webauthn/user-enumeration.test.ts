import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import { expect, test } from 'vitest'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { fetchOptions, setUpPasskeys, signUp, register } from '@authwright/test-kit/webauthn/passkey-setup'

/** A memory adapter that records the names of the called methods. */
const recordingAdapter = (): { readonly adapter: MemoryAdapter; readonly called: string[] } => {
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
  'options need no database query for an address, so their timing reveals nothing: %j',
  async (query) => {
    const { adapter, called } = recordingAdapter()
    const setup = setUpPasskeys({ adapter })
    await signUp(setup, new Passkey(), 'ada@example.org')
    for (const email of ['ada@example.org', 'bob@example.org']) {
      called.length = 0
      expect((await fetchOptions(setup.browser(), { ...query, email })).status).toBe(200)
      expect(called).toEqual([])
    }
  },
)

test('a sign-up with an e-mail makes the same database calls for an address with and without a user', async () => {
  const { adapter, called } = recordingAdapter()
  const setup = setUpPasskeys({ adapter, withMail: true })
  await setup.adapter.createUser({ id: 'ada', email: 'ada@example.org', emailVerified: new Date() })
  const callsFor = async (email: string): Promise<readonly string[]> => {
    called.length = 0
    await register(setup.browser(), new Passkey(), email)
    return [...called]
  }
  const existing = await callsFor('ada@example.org')
  expect(existing.length).toBeGreaterThan(0)
  expect(existing).toEqual(await callsFor('bob@example.org'))
})
