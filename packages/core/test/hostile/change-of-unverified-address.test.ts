import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import type { Adapter } from '../../src/adapters.ts'
import type { AuthConfig } from '../../src/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  setUpLinking,
  signUp,
  newProviderUser,
  signInByMail,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const ANN = 'ann@example.org'
const OWN = 'mallory@evil.example'

interface Scene {
  readonly setup: LinkingSetup & { readonly adapter: MemoryAdapter }
  readonly mallory: TestBrowser
  readonly link: string
}

/** A session with the id of its user. */
const withId: NonNullable<AuthConfig['callbacks']>['session'] = (shown) => ({
  ...shown.session,
  id: 'token' in shown && shown.token !== undefined ? shown.token.sub : shown.user?.id,
})

type When = 'calls the signIn callback' | 'has looked up the user'

/** An adapter that pauses a sign-in after it has looked up the user. */
const stopping = (memory: MemoryAdapter, hasTransactions: boolean, stop: () => Promise<void>): Adapter => {
  const { state: _state, transaction, ...methods } = memory
  const getUserByEmail = async (email: string) => {
    const user = await memory.getUserByEmail(email)
    await stop()
    return user
  }
  return { ...methods, ...(hasTransactions ? { transaction } : {}), getUserByEmail }
}

/** Mallory has an account with Ann's unverified address, and requests to change it to an own address. */
const requestChange = async (strategy: 'database' | 'jwt'): Promise<Scene> => {
  const adapter = memoryAdapter()
  const setup = { ...setUpLinking({ adapter, provider, config: { session: { strategy } } }), adapter }
  const { browser: mallory } = await signUp(setup, newProviderUser({ email: ANN }))
  await mallory.post('/auth/account', { action: 'email-change', email: OWN })
  return { setup: setup, mallory, link: setup.notifications.at(-1)?.url ?? '' }
}

const press = (visitor: TestBrowser, link: string): Promise<Response> =>
  visitor.post('/auth/change-email', Object.fromEntries(new URL(link).searchParams))

const emailsOf = ({ setup }: Scene): readonly unknown[] =>
  [...setup.adapter.state().users.values()].map(({ email }) => email)

describe.each(['database', 'jwt'] as const)('a change of an unverified address (%s)', (strategy) => {
  test('is refused after another user verified the address', async () => {
    const scene = await requestChange(strategy)
    const { setup, mallory, link } = scene
    const ann = setup.browser()
    await signInByMail(setup, ann, ANN)
    for (const response of [await mallory.get(link), await press(mallory, link), await press(setup.browser(), link)])
      expect([response.status, location(response)]).not.toContain(`${ORIGIN}/auth/account?done=email-changed`)
    expect(emailsOf(scene)).toEqual([ANN])
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
  })

  test('is accepted while the address is unverified', async () => {
    const scene = await requestChange(strategy)
    expect(location(await scene.mallory.get(scene.link))).toBe(`${ORIGIN}/auth/account?done=email-changed`)
    expect(emailsOf(scene)).toEqual([OWN])
  })
})

describe.each([
  ['database', true],
  ['jwt', true],
  ['database', false],
  ['jwt', false],
] as const)(
  'a change of an unverified address while another user verifies it (%s, transactions: %s)',
  (strategy, transactions) => {
    test.each<When>(['calls the signIn callback', 'has looked up the user'])(
      'does not sign that user in to the account with the changed address, when the sign-in %s',
      async (when) => {
        const memory = memoryAdapter()
        let applyChange: (() => Promise<unknown>) | undefined
        const stop = async (at: When): Promise<void> => {
          if (at !== when) return
          const once = applyChange
          applyChange = undefined
          await once?.()
        }
        const adapter = stopping(memory, transactions, () => stop('has looked up the user'))
        const signIn = async () => stop('calls the signIn callback').then(() => true)
        const config = { session: { strategy }, callbacks: { signIn, session: withId } }
        const setup = setUpLinking({ adapter, provider, config })
        const { browser: mallory } = await signUp(setup, newProviderUser({ email: ANN }))
        await mallory.post('/auth/account', { action: 'email-change', email: OWN })
        const link = setup.notifications.at(-1)?.url ?? ''
        const ann = setup.browser()
        await ann.post('/auth/signin/mail', { email: ANN })
        applyChange = () => mallory.get(link)
        await ann.get(setup.mails.at(-1)?.url ?? '')
        expect(applyChange).toBeUndefined()
        expect(await ann.session()).toMatchObject({ user: { email: ANN } })
        const users = [...memory.state().users.values()]
        expect(users.map(({ email }) => email).toSorted()).toEqual([ANN, OWN])
        expect(await ann.session()).toMatchObject({ id: users.find(({ email }) => email === ANN)?.id })
      },
    )
  },
)
