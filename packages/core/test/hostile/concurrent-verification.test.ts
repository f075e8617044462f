import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/index.ts'
import {
  startLink,
  finishSignIn,
  startSignIn,
  setUpLinking,
  signUp,
  newProviderUser,
  signInByMail,
  type ProviderUser,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import type { TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { postResponse, fetchOptions } from '@authwright/test-kit/webauthn/passkey-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const ANN = 'ann@example.org'

type Method =
  | 'getUser'
  | 'getSessionAndUser'
  | 'getUserByAccount'
  | 'linkAccount'
  | 'createSession'
  | 'createSessionOfAccount'
  | 'createAuthenticator'

interface Scene {
  readonly setup: LinkingSetup
  readonly memory: MemoryAdapter
  readonly mallory: TestBrowser
  readonly ann: TestBrowser
  /** Ann verifies the address at the next call of this method: before a write, or after a read but before its result is used. */
  readonly verifyAt: (method: Method) => void
}

const makeScene = async (
  strategy: 'database' | 'jwt',
  hasTransactions: boolean,
  person: ProviderUser = newProviderUser({ email: ANN }),
): Promise<Scene> => {
  const memory = memoryAdapter()
  let moment: Method | undefined
  let verify = async (): Promise<void> => undefined
  const methods = Object.entries(memory).flatMap(([name, method]) => {
    if (typeof method !== 'function' || (name === 'transaction' && !hasTransactions)) return []
    const called = async (...given: unknown[]): Promise<unknown> => {
      const isNow = name === moment
      if (isNow) moment = undefined
      if (isNow && !name.startsWith('get')) await verify()
      const result: unknown = await Reflect.apply(method, memory, given)
      if (isNow && name.startsWith('get')) await verify()
      return result
    }
    return [[name, called]] as const
  })
  const adapter: Adapter = Object.fromEntries(methods)
  const setup = setUpLinking({ adapter, provider, config: { session: { strategy } } })
  const { browser: mallory } = await signUp(setup, person)
  const ann = setup.browser()
  verify = () => signInByMail(setup, ann, ANN)
  return { setup: setup, memory, mallory, ann, verifyAt: (method) => void (moment = method) }
}

const expectNothingLeft = async ({ memory, mallory, ann }: Scene): Promise<void> => {
  expect([memory.state().accounts.size, memory.state().authenticators.size]).toEqual([0, 0])
  expect(await ann.session()).toMatchObject({ user: { email: ANN } })
  expect(await mallory.session()).toBeNull()
}

describe.each([
  ['database', true, 'getSessionAndUser'],
  ['database', false, 'getSessionAndUser'],
  ['database', false, 'linkAccount'],
  ['jwt', true, 'getUser'],
  ['jwt', false, 'getUser'],
  ['jwt', false, 'linkAccount'],
] as const)(
  'a user with an unverified address adds nothing while the address is verified (%s, transactions: %s, at %s):',
  (strategy, hasTransactions, method) => {
    test('no account', async () => {
      const scene = await makeScene(strategy, hasTransactions)
      const url = await startLink(scene.mallory, 'ob')
      scene.verifyAt(method)
      expect(await finishSignIn(scene.setup, scene.mallory, url, newProviderUser())).toContain(
        'error=OAuthAccountNotLinked',
      )
      await expectNothingLeft(scene)
    })

    test('no passkey', async () => {
      const scene = await makeScene(strategy, hasTransactions)
      const passkey = new Passkey()
      const { options } = await fetchOptions(scene.mallory, { action: 'register' })
      scene.verifyAt(method === 'linkAccount' ? 'createAuthenticator' : method)
      await postResponse(scene.mallory, 'register', passkey.register(options))
      await expectNothingLeft(scene)
    })
  },
)

test.each([true, false])(
  'a user with an unverified address adds an account if no other request verifies it (transactions: %s)',
  async (hasTransactions) => {
    for (const strategy of ['database', 'jwt'] as const) {
      const scene = await makeScene(strategy, hasTransactions)
      const url = await startLink(scene.mallory, 'ob')
      expect(await finishSignIn(scene.setup, scene.mallory, url, newProviderUser())).not.toContain('error')
      expect(scene.memory.state().accounts.size).toBe(2)
      expect(await scene.mallory.session()).toMatchObject({ user: { email: ANN } })
    }
  },
)

describe('a user with an unverified address does not sign in while the address is verified', () => {
  test.each([
    ['database', true, 'getUserByAccount', 1],
    ['database', false, 'getUserByAccount', 1],
    ['database', false, 'createSessionOfAccount', 1],
    ['jwt', true, 'getUserByAccount', 0],
    ['jwt', false, 'getUserByAccount', 0],
  ] as const)(
    'with an existing account (%s, transactions: %s, at %s)',
    async (strategy, hasTransactions, method, sessions) => {
      const person = newProviderUser({ email: ANN })
      const scene = await makeScene(strategy, hasTransactions, person)
      const mallory = scene.setup.browser()
      const url = await startSignIn(mallory, 'oa')
      scene.verifyAt(method)
      await finishSignIn(scene.setup, mallory, url, person)
      await expectNothingLeft({ ...scene, mallory })
      expect(scene.memory.state().sessions.size).toBe(sessions)
    },
  )

  test.each([
    ['database', 'linkAccount'],
    ['database', 'createSession'],
    ['jwt', 'linkAccount'],
  ] as const)('with a new account (%s, no transactions, at %s)', async (strategy, method) => {
    const scene = await makeScene(strategy, false, newProviderUser())
    const mallory = scene.setup.browser()
    const url = await startSignIn(mallory, 'ob')
    scene.verifyAt(method)
    const person = newProviderUser({ email: ANN })
    expect(await finishSignIn(scene.setup, mallory, url, person)).toContain('error=OAuthAccountNotLinked')
    expect(await mallory.session()).toBeNull()
    expect(await scene.ann.session()).toMatchObject({ user: { email: ANN } })
    const ann = await scene.memory.getUserByEmail(ANN)
    expect(await scene.memory.listAccounts(ann?.id ?? '')).toEqual([])
  })
})

test.each([
  ['no transactions', 'createSession'],
  ['read committed', 'getUser'],
] as const)(
  'a user of authorize gets no database session while another user verifies the address (%s)',
  async (transactions, moment) => {
    const memory = memoryAdapter()
    await memory.createUser({ id: 'u1', name: 'Mallory', email: ANN, emailVerified: null })
    let verify: (() => Promise<unknown>) | undefined
    const once = async () => {
      const work = verify
      verify = undefined
      await work?.()
    }
    const { transaction: _transaction, ...rest } = memory
    const plain: Adapter = { ...rest }
    const getUser = async (id: string) => {
      const user = await memory.getUser(id)
      await once()
      return user
    }
    const createSession: typeof memory.createSession = async (session) => {
      await once()
      return memory.createSession(session)
    }
    const adapter: Adapter = { ...plain, ...(moment === 'getUser' ? { getUser } : { createSession }) }
    if (transactions === 'read committed') adapter.transaction = (work) => work({ ...adapter })
    const authorize = () => ({ id: 'u1', name: 'Mallory', email: ANN })
    const urls: string[] = []
    const setup = setUpLinking({
      adapter,
      provider,
      config: {
        session: { strategy: 'database' },
        providers: [
          { id: 'password', name: 'Password', type: 'credentials', credentials: {}, authorize },
          { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void urls.push(url) },
        ],
      },
    })
    const [mallory, ann] = [setup.browser(), setup.browser()]
    await ann.post('/auth/signin/mail', { email: ANN })
    verify = () => ann.get(urls.at(-1) ?? '')
    await mallory.post('/auth/callback/password')
    expect(verify).toBeUndefined()
    expect(await mallory.session()).toBeNull()
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
    expect(memory.state().sessions.size).toBe(1)
  },
)

test.each(['database', 'jwt'] as const)(
  'a failed sign-up without transactions does not delete a user who was verified meanwhile (%s)',
  async (strategy) => {
    const memory = memoryAdapter()
    const { transaction: _transaction, ...rest } = memory
    let verify: (() => Promise<unknown>) | undefined
    const linkAccount = async (row: Parameters<typeof memory.linkAccount>[0]) => {
      const once = verify
      verify = undefined
      await once?.()
      await memory.linkAccount(row)
    }
    const setup = setUpLinking({ adapter: { ...rest, linkAccount }, provider, config: { session: { strategy } } })
    const [first, second, ann] = [setup.browser(), setup.browser(), setup.browser()]
    const person = newProviderUser({ email: ANN })
    const [urlOfFirst, urlOfSecond] = [await startSignIn(first, 'oa'), await startSignIn(second, 'oa')]
    verify = async () => {
      await signInByMail(setup, ann, ANN)
      // The same account is linked to another user first, so that linking it here fails.
      setup.clock.forward(1)
      await finishSignIn(setup, first, urlOfFirst, { ...person, email: 'mallory@evil.example' })
    }
    await finishSignIn(setup, second, urlOfSecond, person)
    expect(verify).toBeUndefined()
    expect(await memory.getUserByEmail(ANN)).toMatchObject({ emailVerified: expect.any(Date) })
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
    expect((await ann.get('/auth/account')).status).toBe(200)
  },
)
