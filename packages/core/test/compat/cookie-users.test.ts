import { memoryAdapter } from '@authwright/testing'
import { choose, CHOOSE, readQuestion } from '@authwright/test-kit/linking/account-question'
import {
  finishSignIn,
  linkAt,
  newProviderUser,
  setUpLinking,
  signInByMail,
  startSignIn,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

const DAY = 86_400

/** The sessions of another library: claims without a seal. */
const sealLegacy = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url')
const legacySessions = {
  until: '2031-01-01',
  cookies: () => [{ name: 'old' }],
  decode: async ({ token = '' }) => JSON.parse(Buffer.from(token, 'base64url').toString()),
}

const setUp = (config: Partial<AuthConfig> = {}, adapter = memoryAdapter()) => {
  const setup = setUpLinking({ adapter, provider, config: { session: { strategy: 'jwt' }, legacySessions, ...config } })
  const openAt = (iat: number, claims: object) =>
    setup.browser({ old: sealLegacy({ iat, exp: iat + 30 * DAY, ...claims }) })
  const now = () => Math.floor(setup.clock.now() / 1000)
  return { ...setup, now, openAt, open: (claims: object) => openAt(now(), claims) }
}

describe('a session of another library that does not say who signed in', () => {
  test.each(['sign-in', 'stay'] as const)('is replaced only by a user who chooses so: %s', async (choice) => {
    const setup = setUp({ cookies: { state: { options: { domain: 'example.com' } } } })
    const [victim, attacker] = [setup.open({ email: 'ann@example.org' }), setup.browser()]
    const url = await startSignIn(attacker, 'oa')
    for (const [name, value] of attacker.cookies) if (name.includes('.state')) victim.cookies.set(name, value)
    const mallory = newProviderUser()
    expect(await finishSignIn(setup, victim, url, mallory)).toBe(CHOOSE)
    const { text, buttons } = await readQuestion(victim)
    expect(text).toContain('ann@example.org')
    expect(Object.keys(buttons).toSorted()).toEqual(['sign-in', 'stay'])
    await choose(victim, choice)
    const email = choice === 'stay' ? 'ann@example.org' : mallory.email
    expect(await victim.session()).toMatchObject({ user: { email } })
  })

  test('changes no account', async () => {
    const setup = setUp()
    const browser = setup.open({ email: 'ann@example.org' })
    expect((await browser.get('/auth/account')).status).toBe(302)
    await linkAt(setup, browser, 'oa', newProviderUser())
    expect(await browser.session()).toMatchObject({ user: { email: 'ann@example.org' } })
  })
})

describe('a session of another library whose user verified the address', () => {
  const ann = { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: null }
  const claims = { sub: 'u1', email: 'ann@example.org' }

  test('is over if it began before, and was not used until then', async () => {
    const setup = setUp()
    await setup.adapter.createUser?.(ann)
    const [attacker, unused] = [setup.open(claims), setup.open(claims)]
    setup.clock.forward(DAY)
    await signInByMail(setup, setup.browser(), ann.email)
    setup.clock.forward(60)
    expect((await attacker.get('/auth/account')).status).toBe(302)
    expect([await attacker.session(), await unused.session()]).toEqual([null, null])
  })

  test('continues if it began in the same second or later, and for an imported user', async () => {
    const adapter = memoryAdapter()
    const setup = setUp({}, adapter)
    const moved = setUp({ account: { importedBefore: new Date(setup.clock.now()) } }, adapter)
    const id = '01b8dd58-0000-7df6-808d-99d78d325899'
    await adapter.createUser({ ...ann, emailVerified: new Date(setup.clock.now() + 900) })
    await adapter.createUser({ ...ann, id, email: 'bob@example.org', emailVerified: new Date(setup.clock.now()) })
    const imported = moved.openAt(setup.now() - DAY, { ...claims, sub: id })
    for (const browser of [setup.open(claims), setup.openAt(setup.now() + 1, claims), imported])
      expect(await browser.session()).not.toBeNull()
  })
})

test('a session of another library stays as it is while its user cannot be looked up', async () => {
  const adapter = memoryAdapter()
  let isDown = true
  const getUser = (id: string) => (isDown ? Promise.reject(new Error('down')) : adapter.getUser(id))
  const setup = setUp({}, { ...adapter, getUser })
  const browser = setup.open({ sub: 'u1', name: 'Ann' })
  const response = await browser.get('/auth/session')
  expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
  expect(response.headers.getSetCookie()).toEqual([])
  isDown = false
  expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
})
