import { memoryAdapter } from '@gatehouse/testing'
import type { MemoryAdapter } from '@gatehouse/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, member, newPerson, signInByMail } from '../linking/world.ts'
import type { World } from '../linking/world.ts'
import { startProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { location, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const ANN = 'ann@example.org'
const OWN = 'mallory@evil.example'

interface Scene {
  readonly world: World & { readonly adapter: MemoryAdapter }
  readonly mallory: Visitor
  readonly link: string
}

/** Mallory has an account with Ann's address, which nobody has proven, and asks for one of their own in its place. */
const waitForAnn = async (strategy: 'database' | 'jwt'): Promise<Scene> => {
  const adapter = memoryAdapter()
  const world = { ...makeWorld({ adapter, provider, config: { session: { strategy } } }), adapter }
  const { visitor: mallory } = await member(world, newPerson({ email: ANN }))
  await mallory.post('/auth/account', { action: 'email-change', email: OWN })
  return { world, mallory, link: world.notices.at(-1)?.url ?? '' }
}

const press = (visitor: Visitor, link: string): Promise<Response> =>
  visitor.post('/auth/change-email', Object.fromEntries(new URL(link).searchParams))

const emailsOf = ({ world }: Scene): readonly unknown[] =>
  [...world.adapter.state().users.values()].map(({ email }) => email)

describe.each(['database', 'jwt'] as const)(
  'a wish for another address, made while the former one was only claimed (%s)',
  (strategy) => {
    test('is over when the owner of that address has come in', async () => {
      const scene = await waitForAnn(strategy)
      const { world, mallory, link } = scene
      const ann = world.browser()
      await signInByMail(world, ann, ANN)
      for (const answer of [await mallory.get(link), await press(mallory, link), await press(world.browser(), link)])
        expect([answer.status, location(answer)]).not.toContain(`${ORIGIN}/auth/account?done=email-changed`)
      expect(emailsOf(scene)).toEqual([ANN])
      expect(await ann.session()).toMatchObject({ user: { email: ANN } })
    })

    test('is kept as long as nobody has', async () => {
      const scene = await waitForAnn(strategy)
      expect(location(await scene.mallory.get(scene.link))).toBe(`${ORIGIN}/auth/account?done=email-changed`)
      expect(emailsOf(scene)).toEqual([OWN])
    })
  },
)
