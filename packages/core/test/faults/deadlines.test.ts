import { describe, expect, test, vi } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import type { Adapter } from '../../src/adapters.ts'
import { location, setUpAuth, ORIGIN, type AuthSetup, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter, type Store } from '../support/store.ts'

/** Wait for a condition. Half a minute is enough for a slow machine and ends a test that hangs. */
const waitUntil = (is: () => boolean): Promise<boolean> => vi.waitUntil(is, { timeout: 30_000, interval: 5 })

/** Timers that fire when the test says so. */
const makeDeadlines = () => {
  const open = new Map<() => void, number>()
  return {
    open,
    after: (milliseconds: number, work: () => void) => {
      open.set(work, milliseconds)
      return () => void open.delete(work)
    },
    /** Fire the timer that was set first. */
    ringFirst: () => {
      const [work] = open.keys()
      if (work === undefined) throw new Error('no timer is set')
      open.delete(work)
      work()
    },
    /** Wait until a timer is set, then fire all timers. */
    ring: async () => {
      await waitUntil(() => open.size > 0)
      for (const work of [...open.keys()]) {
        open.delete(work)
        work()
      }
    },
  }
}

interface Setup extends AuthSetup {
  readonly store: Store
  readonly deadlines: ReturnType<typeof makeDeadlines>
  readonly adapter: Adapter
}

const password = {
  id: 'password',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ({ id: 'u1' }),
}

const setUp = (
  config: Partial<AuthConfig> = {},
  adapt: (adapter: Adapter) => Adapter = (adapter) => adapter,
): Setup => {
  const store = makeStore()
  store.users.set('u1', { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: null })
  const deadlines = makeDeadlines()
  const adapter = adapt(new StoreAdapter(store))
  const context = setUpAuth({ providers: [password], adapter, ...config }, { after: deadlines.after })
  return { ...context, store, deadlines, adapter }
}

const signedIn = async (it: Setup): Promise<TestBrowser> => {
  const browser = it.browser()
  await browser.post('/auth/callback/password')
  return browser
}

/** Make a method wait until the test resumes it. */
const holdUp = (adapter: Adapter, method: keyof Adapter) => {
  let settle = { resolve: (_value: unknown): void => undefined, reject: (_error: Error): void => undefined }
  const response = new Promise((resolve, reject) => void (settle = { resolve, reject }))
  Object.assign(adapter, { [method]: () => response })
  return settle
}

describe('a database that does not respond', () => {
  test('is an error after five seconds, and the cookie stays', async () => {
    const it = setUp()
    const browser = await signedIn(it)
    holdUp(it.adapter, 'getSessionAndUser')
    const asking = browser.get('/auth/session')
    await waitUntil(() => it.deadlines.open.size > 0)
    expect([...it.deadlines.open.values()]).toEqual([5000])
    await it.deadlines.ring()
    const response = await asking
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(it.errors[0]).toMatchObject({
      type: 'SessionTokenError',
      cause: { err: { message: 'getSessionAndUser took too long' } },
    })
  })

  test('throws for server code instead of reporting a signed-out user', async () => {
    const it = setUp()
    const browser = await signedIn(it)
    holdUp(it.adapter, 'getSessionAndUser')
    const asking = it.auth.session({ url: ORIGIN, headers: new Headers({ cookie: browser.header }) })
    const failure = asking.catch((error: unknown) => error)
    await it.deadlines.ring()
    expect(await failure).toMatchObject({ type: 'SessionTokenError' })
  })

  test('has as much time as the config allows', async () => {
    const it = setUp({ adapterTimeout: 250 })
    holdUp(it.adapter, 'createSession')
    const asking = it.browser().post('/auth/callback/password')
    await waitUntil(() => it.deadlines.open.size > 0)
    expect([...it.deadlines.open.values()]).toEqual([250])
    await it.deadlines.ring()
    expect(location(await asking)).toContain('error=Configuration')
  })

  test.each([
    ['responds', (settle: ReturnType<typeof holdUp>) => settle.resolve({ sessionToken: 'late' })],
    ['fails', (settle: ReturnType<typeof holdUp>) => settle.reject(new Error('late'))],
  ])('that %s after the error changes nothing', async (_how, settleLate) => {
    const it = setUp()
    const settle = holdUp(it.adapter, 'createSession')
    const browser = it.browser()
    const asking = browser.post('/auth/callback/password')
    await it.deadlines.ring()
    const response = await asking
    const calls = it.store.trace.length
    settleLate(settle)
    await new Promise(setImmediate)
    expect(response.headers.getSetCookie().join()).not.toContain('session-token')
    expect(it.store.trace).toHaveLength(calls)
    expect(it.errors).toHaveLength(1)
  })

  test('leaves no timer behind if it responds or fails', async () => {
    const it = setUp()
    const browser = await signedIn(it)
    await browser.get('/auth/session')
    it.store.broken.add('getSessionAndUser')
    await browser.get('/auth/session')
    expect(it.deadlines.open.size).toBe(0)
  })
})

describe('a transaction', () => {
  const link = { id: 'mail', name: 'Mail', type: 'email' as const, limits: { sends: 1000 } }
  const asked = async (attempt: NonNullable<Adapter['transaction']>) => {
    const links: string[] = []
    const provider = { ...link, sendVerificationRequest: ({ url }: { url: string }) => void links.push(url) }
    const it = setUp({ providers: [provider] }, (adapter) => Object.assign(adapter, { transaction: attempt }))
    const browser = it.browser()
    await browser.post('/auth/signin/mail', { email: 'ann@example.org' })
    return { it, use: () => browser.get(links[0] ?? '') }
  }

  test('that gets its connection after the error writes nothing', async () => {
    let begin: (() => Promise<unknown>) | undefined
    const { it, use } = await asked((work) => new Promise((_resolve) => void (begin = () => work(it.adapter))))
    const using = use()
    await it.deadlines.ring()
    await using
    it.store.trace.length = 0
    await expect(begin?.()).rejects.toMatchObject({ message: 'transaction took too long' })
    expect(it.store.trace).toEqual([])
  })

  test('that completes too late is rolled back', async () => {
    const undone: unknown[] = []
    const { it, use } = await asked(async (work) => {
      try {
        return await work(it.adapter)
      } catch (error) {
        undone.push(error)
        throw error
      }
    })
    const settle = holdUp(it.adapter, 'createSession')
    const using = use()
    // The timer of the transaction was set before the timer of the call in it.
    await waitUntil(() => it.deadlines.open.size === 2)
    it.deadlines.ringFirst()
    await using
    settle.resolve({})
    await waitUntil(() => undone.length > 0)
    expect(undone).toMatchObject([{ type: 'AdapterError' }])
  })
})

describe('an event handler', () => {
  test('that never ends delays a request by at most five seconds and is logged', async () => {
    const it = setUp({ events: { signIn: () => new Promise<void>(() => undefined) } })
    const browser = it.browser()
    const entering = browser.post('/auth/callback/password')
    await waitUntil(() => it.deadlines.open.size > 0)
    expect([...it.deadlines.open.values()]).toEqual([5000])
    await it.deadlines.ring()
    await entering
    expect(await browser.session()).not.toBeNull()
    expect(it.errors[0]).toMatchObject({ type: 'EventError', message: 'The signIn event handler took too long' })
  })
})

describe('a mail', () => {
  const sending = async (sendVerificationRequest: () => Promise<void>) => {
    const mail = { id: 'mail', name: 'Mail', type: 'email' as const, sendVerificationRequest }
    const it = setUp({ providers: [mail] })
    const asking = it.browser().post('/auth/signin/mail', { email: 'ann@example.org' })
    await waitUntil(() => it.deadlines.open.size > 0)
    return { it, asking }
  }

  test('that is never sent delays a request by at most thirty seconds and leaves no token', async () => {
    const { it, asking } = await sending(() => new Promise(() => undefined))
    expect([...it.deadlines.open.values()]).toEqual([30_000])
    expect(it.store.tokens).toHaveLength(1)
    await it.deadlines.ring()
    expect(location(await asking)).toContain('error=EmailSignInError')
    expect(it.store.tokens).toEqual([])
    expect(it.errors).toMatchObject([{ type: 'EmailSignInError' }])
  })

  test.each([
    ['sent', () => Promise.resolve()],
    ['refused', () => Promise.reject(new Error('mailbox full'))],
  ])('that is %s after that changes nothing', async (_how, end) => {
    let goOn = (): void => undefined
    const slow = new Promise<void>((resolve) => (goOn = resolve))
    const { it, asking } = await sending(() => slow.then(end))
    await it.deadlines.ring()
    await asking
    goOn()
    await slow
    expect(it.store.tokens).toEqual([])
    expect(it.errors).toHaveLength(1)
  })
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2_147_483_648, '5000'])(
  'refuses a deadline of %s, which timers do not support',
  async (adapterTimeout) => {
    const { auth, errors } = setUpAuth({ adapterTimeout: adapterTimeout as number })
    await auth.handle(new Request(`${ORIGIN}/auth/session`))
    expect(errors[0]).toMatchObject({ type: 'InvalidConfig', cause: { option: 'adapterTimeout' } })
  },
)
