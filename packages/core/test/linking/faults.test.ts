import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/index.ts'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { register, signIn } from '@authwright/test-kit/webauthn/passkey-setup'
import {
  linkAt,
  signInAt,
  setUpLinking,
  signUp,
  newProviderUser,
  unlink,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

/** A failing call: before it ran, or after it ran but before its result was returned. */
interface Fault {
  at: number
  readonly how: 'before' | 'after'
}

interface Counter {
  calls: number
  fault: Fault | undefined
}

/** An adapter with counted calls, one of which fails. A failure in a transaction rolls it back. */
const failing = (adapter: Adapter, counter: Counter, hasTransactions: boolean): Adapter => {
  const wrap =
    (method: (...args: never[]) => unknown) =>
    async (...args: unknown[]): Promise<unknown> => {
      counter.calls += 1
      const fault = counter.fault?.at === counter.calls ? counter.fault : undefined
      if (fault?.how === 'before') throw new Error('connection lost')
      const response = await Reflect.apply(method, adapter, args)
      if (fault?.how === 'after') throw new Error('connection lost')
      return response
    }
  const { transaction: attempt, ...methods } = adapter
  const wrapped: Adapter = Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, wrap(method)]))
  if (!hasTransactions || attempt === undefined) return wrapped
  return { ...wrapped, transaction: (work) => attempt((inner) => work(failing(inner, counter, false))) }
}

interface Case {
  readonly remove: () => Promise<Response>
  /** Whether the user can still sign in. */
  readonly comesIn: () => Promise<boolean>
}

const open = (hasTransactions: boolean): { setup: LinkingSetup; counter: Counter } => {
  const counter: Counter = { calls: 0, fault: undefined }
  const adapter = failing(memoryAdapter(), counter, hasTransactions)
  return { setup: setUpLinking({ adapter, provider }), counter }
}

const isIn = async (browser: TestBrowser, email: string): Promise<boolean> =>
  (await browser.session())?.user?.email === email.toLowerCase()

const cases: Readonly<Record<string, (setup: LinkingSetup) => Promise<Case>>> = {
  'an account': async (setup) => {
    const { browser, user } = await signUp(setup)
    const more = newProviderUser()
    await linkAt(setup, browser, 'ob', more)
    const comesIn = async (): Promise<boolean> => {
      const one = setup.browser()
      await signInAt(setup, one, 'oa', user)
      return isIn(one, user.email)
    }
    return { remove: () => unlink(browser, 'ob', more), comesIn }
  },
  'a passkey': async (setup) => {
    const { browser, user } = await signUp(setup)
    const [gone, kept] = [new Passkey(), new Passkey()]
    await register(browser, gone)
    await register(browser, kept)
    const credentialId = gone.id.toString('base64url')
    const comesIn = async (): Promise<boolean> => {
      const one = setup.browser()
      await signIn(one, kept)
      return isIn(one, user.email)
    }
    const remove = () => browser.post('/auth/account', { action: 'passkey-delete', credentialId })
    return { remove, comesIn }
  },
}

describe.each([true, false])('with transactions: %s', (hasTransactions) => {
  test.each(Object.keys(cases))('removing %s while any database call fails', async (name) => {
    const dry = open(hasTransactions)
    const first = await cases[name]?.(dry.setup)
    const begun = dry.counter.calls
    await first?.remove()
    const calls = dry.counter.calls - begun
    expect(calls).toBeGreaterThan(5)
    for (const how of ['before', 'after'] as const)
      for (let at = 1; at <= calls; at += 1) {
        const { setup, counter } = open(hasTransactions)
        const it = await cases[name]?.(setup)
        counter.fault = { at: counter.calls + at, how }
        const failed = await it?.remove()
        counter.fault = undefined
        const where = failed === undefined ? '' : location(failed)
        const told = setup.events.filter(([event]) => event.startsWith('unlink') || event.startsWith('delete'))
        // A change that was not committed causes no event, no notification and no success page.
        expect({ at, how, told }).toEqual({ at, how, told: where.includes('done=') ? told : [] })
        expect({ at, how, isIn: await it?.comesIn() }).toEqual({ at, how, isIn: true })
        // A second try succeeds: the method is removed then, or was removed already.
        const again = await it?.remove()
        const end = again?.status === 404 ? 'gone' : location(again ?? Response.error())
        expect({ at, how, end }).toEqual({ at, how, end: expect.stringMatching(/^gone$|done=|signin/) })
      }
  })
})

test('without transactions, the application’s write during the removal of a sign-in method is kept', async () => {
  const memory = memoryAdapter()
  const { transaction: _transaction, ...rest } = memory
  let isRemoving = false
  const written: unknown[] = []
  const adapter = {
    ...rest,
    updateUser: (user: Parameters<typeof memory.updateUser>[0]) => {
      if (isRemoving) written.push(user)
      return memory.updateUser(user)
    },
  }
  const setup = setUpLinking({ adapter, provider })
  const { browser } = await signUp(setup)
  const second = newProviderUser()
  await linkAt(setup, browser, 'ob', second)
  isRemoving = true
  await unlink(browser, 'ob', second)
  expect(memory.state().accounts.size).toBe(1)
  expect(written).toEqual([])
})
