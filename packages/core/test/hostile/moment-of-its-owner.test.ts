import { memoryAdapter } from '@authwright/testing'
import type { MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/index.ts'
import {
  finishSignIn,
  startSignIn,
  setUpLinking,
  signUp,
  newProviderUser,
  signInByMail,
} from '@authwright/test-kit/linking/linking-setup'
import type { ProviderUser, LinkingSetup } from '@authwright/test-kit/linking/linking-setup'
import { startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
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
  | 'createAuthenticator'

interface Scene {
  readonly world: LinkingSetup
  readonly memory: MemoryAdapter
  readonly mallory: TestBrowser
  readonly ann: TestBrowser
  /** The owner comes when this is next called: before a write, and between the answer to a question and its being heard. */
  readonly comesAt: (method: Method) => void
}

const makeScene = async (
  strategy: 'database' | 'jwt',
  hasTransactions: boolean,
  person: ProviderUser = newProviderUser({ email: ANN }),
): Promise<Scene> => {
  const memory = memoryAdapter()
  let moment: Method | undefined
  let come = async (): Promise<void> => undefined
  const methods = Object.entries(memory).flatMap(([name, method]) => {
    if (typeof method !== 'function' || (name === 'transaction' && !hasTransactions)) return []
    const called = async (...given: unknown[]): Promise<unknown> => {
      const isNow = name === moment
      if (isNow) moment = undefined
      if (isNow && !name.startsWith('get')) await come()
      const told: unknown = await Reflect.apply(method, memory, given)
      if (isNow && name.startsWith('get')) await come()
      return told
    }
    return [[name, called]] as const
  })
  const adapter: Adapter = Object.fromEntries(methods)
  const world = setUpLinking({ adapter, provider, config: { session: { strategy } } })
  const { browser: mallory } = await signUp(world, person)
  const ann = world.browser()
  come = () => signInByMail(world, ann, ANN)
  return { world, memory, mallory, ann, comesAt: (method) => void (moment = method) }
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
  'whoever only claimed an address adds nothing while its owner comes (%s, transactions: %s, at %s):',
  (strategy, hasTransactions, method) => {
    test('no account', async () => {
      const scene = await makeScene(strategy, hasTransactions)
      const url = await startSignIn(scene.mallory, 'ob')
      scene.comesAt(method)
      expect(await finishSignIn(scene.world, scene.mallory, url, newProviderUser())).toContain(
        'error=OAuthAccountNotLinked',
      )
      await expectNothingLeft(scene)
    })

    test('no passkey', async () => {
      const scene = await makeScene(strategy, hasTransactions)
      const passkey = new Passkey()
      const { options } = await fetchOptions(scene.mallory, { action: 'register' })
      scene.comesAt(method === 'linkAccount' ? 'createAuthenticator' : method)
      await postResponse(scene.mallory, 'register', passkey.register(options))
      await expectNothingLeft(scene)
    })
  },
)

test.each([true, false])('whoever is at it alone adds an account (transactions: %s)', async (hasTransactions) => {
  for (const strategy of ['database', 'jwt'] as const) {
    const scene = await makeScene(strategy, hasTransactions)
    const url = await startSignIn(scene.mallory, 'ob')
    expect(await finishSignIn(scene.world, scene.mallory, url, newProviderUser())).not.toContain('error')
    expect(scene.memory.state().accounts.size).toBe(2)
    expect(await scene.mallory.session()).toMatchObject({ user: { email: ANN } })
  }
})

describe('whoever only claimed an address does not come in while its owner comes', () => {
  test.each([
    ['database', true, 'getUserByAccount', 1],
    ['database', false, 'getUserByAccount', 1],
    ['database', false, 'createSession', 1],
    ['jwt', true, 'getUserByAccount', 0],
    ['jwt', false, 'getUserByAccount', 0],
  ] as const)('again (%s, transactions: %s, at %s)', async (strategy, hasTransactions, method, sessions) => {
    const person = newProviderUser({ email: ANN })
    const scene = await makeScene(strategy, hasTransactions, person)
    const mallory = scene.world.browser()
    const url = await startSignIn(mallory, 'oa')
    scene.comesAt(method)
    await finishSignIn(scene.world, mallory, url, person)
    await expectNothingLeft({ ...scene, mallory })
    expect(scene.memory.state().sessions.size).toBe(sessions)
  })

  test.each([
    ['database', 'linkAccount'],
    ['database', 'createSession'],
    ['jwt', 'linkAccount'],
  ] as const)('for the first time (%s, no transactions, at %s)', async (strategy, method) => {
    const scene = await makeScene(strategy, false, newProviderUser())
    const mallory = scene.world.browser()
    const url = await startSignIn(mallory, 'ob')
    scene.comesAt(method)
    const person = newProviderUser({ email: ANN })
    expect(await finishSignIn(scene.world, mallory, url, person)).toContain('error=OAuthAccountNotLinked')
    expect(await mallory.session()).toBeNull()
    expect(await scene.ann.session()).toMatchObject({ user: { email: ANN } })
    const ann = await scene.memory.getUserByEmail(ANN)
    expect(await scene.memory.listAccounts(ann?.id ?? '')).toEqual([])
  })
})

test.each(['database', 'jwt'] as const)(
  'a first sign-in that fails without transactions takes away nobody who has proven the address meanwhile (%s)',
  async (strategy) => {
    const memory = memoryAdapter()
    const { transaction: _transaction, ...rest } = memory
    let come: (() => Promise<unknown>) | undefined
    const linkAccount = async (row: Parameters<typeof memory.linkAccount>[0]) => {
      const once = come
      come = undefined
      await once?.()
      await memory.linkAccount(row)
    }
    const world = setUpLinking({ adapter: { ...rest, linkAccount }, provider, config: { session: { strategy } } })
    const [first, second, ann] = [world.browser(), world.browser(), world.browser()]
    const person = newProviderUser({ email: ANN })
    const [urlOfFirst, urlOfSecond] = [await startSignIn(first, 'oa'), await startSignIn(second, 'oa')]
    come = async () => {
      await signInByMail(world, ann, ANN)
      // The same account was a moment faster as somebody else's, so that linking it fails.
      world.clock.forward(1)
      await finishSignIn(world, first, urlOfFirst, { ...person, email: 'mallory@evil.example' })
    }
    await finishSignIn(world, second, urlOfSecond, person)
    expect(come).toBeUndefined()
    expect(await memory.getUserByEmail(ANN)).toMatchObject({ emailVerified: expect.any(Date) })
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
    expect((await ann.get('/auth/account')).status).toBe(200)
  },
)
