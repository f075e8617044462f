import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter, AuthConfig } from '../../src/index.ts'
import {
  finishSignIn,
  newProviderUser,
  setUpLinking,
  startSignIn,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import type { TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const BEFORE = 'before@example.org'
const AFTER = 'after@example.org'

type Method = 'getUserByEmail' | 'updateUser' | 'linkAccount' | 'createSession'

/** How the adapter runs transactions: not at all, or so that another request may write between two of its calls. */
type Transactions = 'none' | 'read committed'

interface Scene {
  readonly setup: LinkingSetup
  readonly memory: MemoryAdapter
  readonly browser: TestBrowser
  readonly mails: readonly string[]
  /** The application changes the address at the next call of this method: after a read, or before a write. */
  readonly changeAt: (method: Method) => void
}

/** A session with the id of its user. */
const withId: NonNullable<AuthConfig['callbacks']>['session'] = (shown) => ({
  ...shown.session,
  id: 'token' in shown && shown.token !== undefined ? shown.token.sub : shown.user?.id,
})

const makeScene = async (
  strategy: 'database' | 'jwt',
  transactions: Transactions,
  emailVerified: Date | null,
): Promise<Scene> => {
  const memory = memoryAdapter()
  await memory.createUser({ id: 'u1', name: 'Ann', email: BEFORE, emailVerified })
  let moment: Method | undefined
  const change = () => memory.updateUser({ id: 'u1', email: AFTER, emailVerified: null })
  const methods = Object.entries(memory).flatMap(([name, method]) => {
    if (typeof method !== 'function' || name === 'transaction' || name === 'state') return []
    const called = async (...given: unknown[]): Promise<unknown> => {
      const isNow = name === moment
      if (isNow) moment = undefined
      if (isNow && !name.startsWith('get')) await change()
      const result: unknown = await Reflect.apply(method, memory, given)
      if (isNow && name.startsWith('get')) await change()
      return result
    }
    return [[name, called]] as const
  })
  const plain: Adapter = Object.fromEntries(methods)
  const transaction: NonNullable<Adapter['transaction']> = async (work) => {
    try {
      return await work(plain)
    } catch (error) {
      // The rollback.
      await memory.updateUser({ id: 'u1', emailVerified: null })
      throw error
    }
  }
  const adapter: Adapter = transactions === 'none' ? plain : { ...plain, transaction }
  const linking = provider.config({ id: 'oa', allowDangerousEmailAccountLinking: true, emailVerified: () => true })
  const mails: string[] = []
  const mail = {
    id: 'mail',
    name: 'Mail',
    type: 'email' as const,
    sendVerificationRequest: ({ url }: { url: string }) => void mails.push(url),
  }
  const config = { session: { strategy }, callbacks: { session: withId }, providers: [linking, mail] }
  const setup = setUpLinking({ adapter, provider, config })
  const browser = setup.browser()
  return { setup, memory, browser, mails, changeAt: (method) => void (moment = method) }
}

/** The user with the new address was not signed in, got no account, and the address is not verified by the old mailbox. */
const expectUntouched = async ({ memory, browser }: Scene): Promise<void> => {
  const { users, accounts, sessions } = memory.state()
  expect(users.get('u1')).toMatchObject({ email: AFTER, emailVerified: null })
  expect([...accounts.values(), ...sessions.values()].filter(({ userId }) => userId === 'u1')).toEqual([])
  const session = await browser.session()
  expect(session === null ? null : (session as { id?: unknown }).id).not.toBe('u1')
  if (session !== null) expect(session).toMatchObject({ user: { email: BEFORE } })
}

const moments = [
  ['database', 'read committed', 'getUserByEmail'],
  ['database', 'none', 'getUserByEmail'],
  ['database', 'none', 'updateUser'],
  ['database', 'none', 'createSession'],
  ['jwt', 'read committed', 'getUserByEmail'],
  ['jwt', 'none', 'getUserByEmail'],
  ['jwt', 'none', 'updateUser'],
] as const

describe.each([
  ['verified', new Date(0)],
  ['unverified', null],
])('while the %s address of a user changes', (_state, emailVerified) => {
  test.each(moments)('a link to the old one does not sign in to it (%s, %s, at %s)', async (strategy, how, method) => {
    // The row of a verified user is written by no sign-in.
    if (emailVerified !== null && method === 'updateUser') return
    const scene = await makeScene(strategy, how, emailVerified)
    await scene.browser.post('/auth/signin/mail', { email: BEFORE })
    // The request of the mail looks the user up, too.
    scene.changeAt(method)
    await scene.browser.get(scene.mails.at(-1) ?? '')
    await expectUntouched(scene)
  })

  test.each([...moments, ['database', 'none', 'linkAccount'], ['jwt', 'none', 'linkAccount']] as const)(
    'an account with the old one is not linked (%s, %s, at %s)',
    async (strategy, how, method) => {
      // The address of a verified user is written by no linking.
      if (emailVerified !== null && method === 'updateUser') return
      const scene = await makeScene(strategy, how, emailVerified)
      const url = await startSignIn(scene.browser, 'oa')
      scene.changeAt(method)
      await finishSignIn(scene.setup, scene.browser, url, newProviderUser({ email: BEFORE }))
      await expectUntouched(scene)
    },
  )
})
