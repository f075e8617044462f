import { memoryAdapter } from '@authwright/testing'
import type { MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  signInAt,
  setUpLinking,
  signUp,
  newProviderUser,
  signInByMail,
} from '@authwright/test-kit/linking/linking-setup'
import type { ProviderUser, LinkingSetup } from '@authwright/test-kit/linking/linking-setup'
import { startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
import { fullLocation, location, ORIGIN } from '@authwright/test-kit/auth-setup'
import type { TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const EMAIL = 'ann@example.org'
const CHANGED = `${ORIGIN}/auth/account?done=email-changed`
const BEFORE = [
  ['the same address, as a provider tells it and nobody has proven', { email: EMAIL }],
  ['another address of that person’s that nobody has proven', { email: 'ann@home.example' }],
  ['no address', { email: undefined }],
] as const

interface Scene {
  readonly world: LinkingSetup & { readonly adapter: MemoryAdapter }
  /** Who has an account, and asks for the address. */
  readonly asker: TestBrowser
  readonly person: ProviderUser
  readonly link: string
}

const ask = async (strategy: 'database' | 'jwt', more: { readonly email: string | undefined }): Promise<Scene> => {
  const adapter = memoryAdapter()
  const world = { ...setUpLinking({ adapter, provider, config: { session: { strategy } } }), adapter }
  const person = newProviderUser(more)
  const { browser: asker } = await signUp(world, person)
  await asker.post('/auth/account', { action: 'email-change', email: EMAIL })
  return { world, asker, person, link: world.notifications.at(-1)?.url ?? '' }
}

const press = (visitor: TestBrowser, link: string): Promise<Response> =>
  visitor.post('/auth/change-email', Object.fromEntries(new URL(link).searchParams))

const hasProven = ({ world }: Scene): boolean =>
  [...world.adapter.state().users.values()].some(
    ({ email, emailVerified }) => email === EMAIL && emailVerified !== null,
  )

describe.each(['database', 'jwt'] as const)(
  'an account that was there before the owner of an address (%s)',
  (strategy) => {
    test.each(BEFORE)('and has %s gets it by no button that a stranger mails', async (_what, had) => {
      const scene = await ask(strategy, had)
      const { world, person, link } = scene
      const ann = world.browser()
      for (const response of [await ann.get(link), await press(ann, link)]) {
        const back = new URL(fullLocation(response))
        expect([back.pathname, back.searchParams.get('error')]).toEqual(['/auth/signin', 'SessionRequired'])
        expect(back.searchParams.get('callbackUrl')).toBe(link)
      }
      expect(hasProven(scene)).toBe(false)
      await signInByMail(world, ann, EMAIL)
      expect(await ann.session()).toMatchObject({ user: { email: EMAIL } })
      const mallory = world.browser()
      await signInAt(world, mallory, 'oa', person)
      expect((await mallory.session())?.user?.email).not.toBe(EMAIL)
    })

    test.each(BEFORE)('and has %s gets it where its person signs in', async (_what, had) => {
      const scene = await ask(strategy, had)
      const { world, asker, person, link } = scene
      const phone = world.browser()
      await phone.get(link)
      await signInAt(world, phone, 'oa', person)
      expect((await phone.get(link)).status).toBe(200)
      expect(location(await press(phone, link))).toBe(CHANGED)
      expect(hasProven(scene)).toBe(true)
      // A second click, signed in or not, says so. A session in a cookie from before the proof is over, a stranger's or not.
      const again = await asker.get(link)
      expect(strategy === 'jwt' ? again.status : fullLocation(again)).toBe(strategy === 'jwt' ? 200 : CHANGED)
      expect((await world.browser().get(link)).status).toBe(200)
    })

    test.each(BEFORE)('and has %s gets it at once in the browser that asked', async (_what, had) => {
      const scene = await ask(strategy, had)
      expect(fullLocation(await scene.asker.get(scene.link))).toBe(CHANGED)
      expect(hasProven(scene)).toBe(true)
    })
  },
)

test('a link that is too old is too old for somebody who would have to sign in, too', async () => {
  const { world, link } = await ask('database', { email: EMAIL })
  world.clock.forward(3601)
  const stranger = world.browser()
  for (const response of [await stranger.get(link), await press(stranger, link)])
    expect(location(response)).toBe(`${ORIGIN}/auth/error?error=Verification`)
})
