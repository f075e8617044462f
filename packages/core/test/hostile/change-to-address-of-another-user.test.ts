import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  signInAt,
  setUpLinking,
  signUp,
  newProviderUser,
  signInByMail,
  type ProviderUser,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const EMAIL = 'ann@example.org'
const CHANGED = `${ORIGIN}/auth/account?done=email-changed`
const BEFORE = [
  ['the same address, unverified, from a provider', { email: EMAIL }],
  ['another unverified address', { email: 'ann@home.example' }],
  ['no address', { email: undefined }],
] as const

interface Scene {
  readonly setup: LinkingSetup & { readonly adapter: MemoryAdapter }
  /** The browser of the user who requests the address. */
  readonly requester: TestBrowser
  readonly person: ProviderUser
  readonly link: string
}

const requestChange = async (
  strategy: 'database' | 'jwt',
  more: { readonly email: string | undefined },
): Promise<Scene> => {
  const adapter = memoryAdapter()
  const setup = { ...setUpLinking({ adapter, provider, config: { session: { strategy } } }), adapter }
  const person = newProviderUser(more)
  const { browser: requester } = await signUp(setup, person)
  await requester.post('/auth/account', { action: 'email-change', email: EMAIL })
  return { setup: setup, requester, person, link: setup.notifications.at(-1)?.url ?? '' }
}

const press = (visitor: TestBrowser, link: string): Promise<Response> =>
  visitor.post('/auth/change-email', Object.fromEntries(new URL(link).searchParams))

const isVerified = ({ setup }: Scene): boolean =>
  [...setup.adapter.state().users.values()].some(
    ({ email, emailVerified }) => email === EMAIL && emailVerified !== null,
  )

describe.each(['database', 'jwt'] as const)('a user with an account who requests a new address (%s)', (strategy) => {
  test.each(BEFORE)('and has %s does not get it when another user opens the link', async (_what, had) => {
    const scene = await requestChange(strategy, had)
    const { setup, person, link } = scene
    const ann = setup.browser()
    for (const response of [await ann.get(link), await press(ann, link)]) {
      const page = await response.text()
      expect([response.status, page]).toEqual([200, expect.stringContaining('Sign in to finish')])
      expect(page).not.toContain('value="token"')
    }
    expect(isVerified(scene)).toBe(false)
    await signInByMail(setup, ann, EMAIL)
    expect(await ann.session()).toMatchObject({ user: { email: EMAIL } })
    const mallory = setup.browser()
    await signInAt(setup, mallory, 'oa', person)
    expect((await mallory.session())?.user?.email).not.toBe(EMAIL)
  })

  test.each(BEFORE)('and has %s gets it in a browser where the user signs in', async (_what, had) => {
    const scene = await requestChange(strategy, had)
    const { setup, requester, person, link } = scene
    const phone = setup.browser()
    await phone.get(link)
    await signInAt(setup, phone, 'oa', person)
    expect((await phone.get(link)).status).toBe(200)
    expect(location(await press(phone, link))).toBe(CHANGED)
    expect(isVerified(scene)).toBe(true)
    // The sessions of the other browsers ended with the change. A second click shows there that the address was changed.
    for (const other of [requester, setup.browser()])
      expect(await (await other.get(link)).text()).toContain('Your address was changed')
  })

  test.each(BEFORE)('and has %s gets it at once in the requesting browser', async (_what, had) => {
    const scene = await requestChange(strategy, had)
    expect(fullLocation(await scene.requester.get(scene.link))).toBe(CHANGED)
    expect(isVerified(scene)).toBe(true)
  })
})

test('an expired link is rejected before it requires a sign-in', async () => {
  const { setup, link } = await requestChange('database', { email: EMAIL })
  setup.clock.forward(3601)
  const otherBrowser = setup.browser()
  for (const response of [await otherBrowser.get(link), await press(otherBrowser, link)])
    expect(location(response)).toBe(`${ORIGIN}/auth/error?error=Verification`)
})
