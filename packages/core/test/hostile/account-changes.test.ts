import { memoryAdapter } from '@authwright/testing'
import type { MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeError } from '../../src/errors/describe-error.ts'
import {
  finishSignIn,
  signInAt,
  startSignIn,
  setUpLinking,
  signUp,
  newProviderUser,
  userIdOf,
  signInByMail,
  copySessionCookies,
  unlink,
} from '@authwright/test-kit/linking/linking-setup'
import type { ProviderUser, LinkingSetup } from '@authwright/test-kit/linking/linking-setup'
import { startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
import { ORIGIN } from '@authwright/test-kit/auth-setup'
import type { TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const HOUR = 3600
const RECENT = /challenge\.recent$/

const open = (
  config: Parameters<typeof setUpLinking>[0]['config'] = {},
): LinkingSetup & { readonly adapter: MemoryAdapter } => {
  const adapter = memoryAdapter()
  return { ...setUpLinking({ adapter, provider, config }), adapter }
}

/** Everything that says who comes in: what an attack must not change. */
const waysIn = ({ adapter }: { readonly adapter: MemoryAdapter }): string => {
  const { users, accounts, authenticators } = adapter.state()
  const addresses = [...users.values()].map(({ id, email }) => [id, email])
  return JSON.stringify([addresses, [...accounts.values()], [...authenticators.values()]])
}

/** Somebody with two accounts, whose session is old by now. */
const victim = async (
  world: LinkingSetup,
): Promise<{ readonly ann: TestBrowser; readonly person: ProviderUser; readonly second: ProviderUser }> => {
  const { browser: ann, user: person } = await signUp(world)
  const second = newProviderUser()
  await signInAt(world, ann, 'ob', second)
  world.clock.forward(HOUR)
  return { ann, person, second }
}

/** Every way of changing what somebody comes in by, tried with somebody else's account at a provider. */
const tryEverything = async (
  world: LinkingSetup,
  thief: TestBrowser,
  { second }: { readonly second: ProviderUser },
): Promise<void> => {
  await finishSignIn(world, thief, await startSignIn(thief, 'oc'), newProviderUser()).catch(() => undefined)
  await startSignIn(thief, 'oc', { link: 'true' })
  await unlink(thief, 'ob', second)
  await thief.post('/auth/account', { action: 'email-change', email: 'thief@example.org' })
  const options = await thief.get('/auth/webauthn-options/passkey?action=register')
  expect(options.status).not.toBe(200)
}

describe('a session that was stolen changes nothing', () => {
  test('with any other thing of ours in place of the mark of a recent sign-in', async () => {
    const world = open()
    const { ann, second } = await victim(world)
    const { browser: mallory } = await signUp(world)
    await startSignIn(mallory, 'ob')
    await mallory.get('/auth/webauthn-options/passkey?action=authenticate')
    await signInByMail(world, mallory, 'mallory@example.org')
    const elsewhere = setUpLinking({
      adapter: memoryAdapter(),
      provider,
      config: { secret: 'the secret of another site, just as long' },
    })
    const { browser: there } = await signUp(elsewhere)
    const own = [...copySessionCookies(world, ann).cookies.values()]
    const loot = [...mallory.cookies.values(), ...there.cookies.values(), ...own, '', 'true', '{"at":9999999999}']
    expect(loot.filter((value) => value.startsWith('eyJ')).length).toBeGreaterThan(3)
    const [name = ''] = [...mallory.cookies.keys()].filter((cookie) => RECENT.test(cookie))
    const before = waysIn(world)
    for (const value of loot) {
      const thief = copySessionCookies(world, ann)
      thief.cookies.set(name, value)
      await tryEverything(world, thief, { second })
    }
    expect(waysIn(world)).toBe(before)
    expect([...world.mails, ...world.notifications].map((mail) => JSON.stringify(mail)).join()).not.toContain(
      'thief@example.org',
    )
  })

  test('with an attempt that was begun by the thief, who has just signed in', async () => {
    const world = open()
    const { ann } = await victim(world)
    const { browser: mallory } = await signUp(world)
    const url = await startSignIn(mallory, 'oc')
    const before = waysIn(world)
    const thief = copySessionCookies(world, ann)
    for (const [name, value] of mallory.cookies) if (!name.includes('session-token')) thief.cookies.set(name, value)
    expect(await finishSignIn(world, thief, url, newProviderUser())).toContain('error=OAuthAccountNotLinked')
    expect(waysIn(world)).toBe(before)
  })

  test('with an attempt that nobody was signed in for', async () => {
    const world = open()
    const { ann, person } = await victim(world)
    const nobody = world.browser()
    const url = await startSignIn(nobody, 'oc')
    const thief = copySessionCookies(world, ann)
    for (const [name, value] of nobody.cookies) thief.cookies.set(name, value)
    const loot = newProviderUser()
    await finishSignIn(world, thief, url, loot)
    // It signs the thief in as themselves.
    expect(await userIdOf(world, 'oc', loot)).toBeDefined()
    expect(await userIdOf(world, 'oc', loot)).not.toBe(await userIdOf(world, 'oa', person))
  })

  test('with an attempt of before the owner signed in again, where both are in one browser', async () => {
    const world = open()
    const { ann, person } = await victim(world)
    const url = await startSignIn(ann, 'oc')
    await signInAt(world, ann, 'oa', person)
    const before = waysIn(world)
    expect(await finishSignIn(world, ann, url, newProviderUser())).toContain('error=ReauthenticationRequired')
    expect(waysIn(world)).toBe(before)
  })
})

describe('a form of the account page', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'unlink ', 'UNLINK', '', 'email-change\0']

  test.each(names)('with the action %j does nothing', async (action) => {
    const world = open()
    const { browser: ann, user: person } = await signUp(world)
    await signInAt(world, ann, 'ob', newProviderUser())
    const before = waysIn(world)
    const response = await ann.post('/auth/account', {
      action,
      provider: 'oa',
      providerAccountId: person.id,
      email: 'x@example.org',
    })
    expect(response.status).toBe(400)
    expect(waysIn(world)).toBe(before)
  })

  test('that names an account in another way than it is kept removes nothing', async () => {
    const world = open()
    const { browser: ann, user: person } = await signUp(world)
    const { user: other } = await signUp(world)
    await signInAt(world, ann, 'ob', newProviderUser())
    const before = waysIn(world)
    const wishes = [
      ['OA', person.id],
      ['oa ', person.id],
      ['oa', person.id.toUpperCase()],
      ['oa', `${person.id} `],
      ['oa', `${person.id}\0`],
      ['oa', ''],
      ['oa', '%'],
      ['oa', other.id],
      ['__proto__', person.id],
    ] as const
    for (const [id, account] of wishes) {
      const response = await ann.post('/auth/account', { action: 'unlink', provider: id, providerAccountId: account })
      expect([response.status, id, account]).toStrictEqual([404, id, account])
    }
    expect(waysIn(world)).toBe(before)
  })

  test('whose fields are lists or objects removes nothing', async () => {
    const world = open()
    const { browser: ann, user: person } = await signUp(world)
    await signInAt(world, ann, 'ob', newProviderUser())
    const before = waysIn(world)
    const bodies = [
      JSON.stringify({ action: ['unlink'], provider: 'oa', providerAccountId: person.id }),
      JSON.stringify({ action: 'unlink', provider: ['oa'], providerAccountId: [person.id] }),
      JSON.stringify({ action: 'unlink', provider: { toString: 'oa' }, providerAccountId: person.id }),
      JSON.stringify({ action: 'unlink' }),
      JSON.stringify([['action', 'unlink']]),
    ]
    for (const body of bodies) {
      const headers = { cookie: ann.header, origin: ORIGIN, 'content-type': 'application/json' }
      const response = await world.auth.handle(new Request(`${ORIGIN}/auth/account`, { method: 'POST', headers, body }))
      expect([response.status >= 400, body]).toStrictEqual([true, body])
    }
    expect(waysIn(world)).toBe(before)
  })

  test('that another site sends, or that is a link, removes nothing', async () => {
    const world = open()
    const { browser: ann, user: person } = await signUp(world)
    await signInAt(world, ann, 'ob', newProviderUser())
    const before = waysIn(world)
    const fields = { action: 'unlink', provider: 'oa', providerAccountId: person.id }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      await ann.post('/auth/account', fields, headers as Record<string, string>)
      await ann.post('/auth/signin/oc', { link: 'true' }, headers as Record<string, string>)
    }
    await ann.get(`/auth/account?${new URLSearchParams(fields).toString()}`)
    expect(waysIn(world)).toBe(before)
  })
})

test.each<[what: string, headers: Record<string, string>]>([
  ['a very long browser', { 'user-agent': 'x'.repeat(30_000) }],
  ['a browser of markup', { 'user-agent': 'Mozilla/5.0 (((((((((( Firefox/\u00ff <b>"&\'' }],
  ['a browser called like a member of every object', { 'user-agent': '__proto__ constructor' }],
  ['no browser', { 'user-agent': '' }],
  ['a very long language', { 'accept-language': `${'xx-'.repeat(9000)}q=1` }],
  ['languages that are none', { 'accept-language': '*;q=NaN, de;q=1e999, __proto__' }],
])('%s keeps back no notice of a change', async (_what, headers) => {
  const world = open()
  const { browser: ann, user: person } = await signUp(world)
  await signInByMail(world, ann, person.email)
  const second = newProviderUser()
  await signInAt(world, ann, 'ob', second)
  const fields = { action: 'unlink', provider: 'ob', providerAccountId: second.id }
  await ann.post('/auth/account', fields, { origin: ORIGIN, ...headers })
  expect(world.notifications.map(({ identifier }) => identifier)).toStrictEqual([person.email, person.email])
  expect(JSON.stringify(world.notifications.map(({ message }) => message))).not.toMatch(/<b>|x{100}|__proto__/)
})

test('no answer, no notice and no log shows a token of a provider, sealed or not', async () => {
  for (const account of [{}, { tokens: { secret: 'a secret for the tokens of accounts, long enough' } }]) {
    const lines: string[] = []
    const world = open({ account, session: { strategy: 'jwt' } })
    const { browser: ann, user: person } = await signUp(world)
    await signInByMail(world, ann, person.email)
    const second = newProviderUser()
    await signInAt(world, ann, 'ob', second)
    const pages = ['/auth/account', '/auth/session', '/auth/providers', '/auth/signin', '/auth/signout', '/auth/error']
    for (const page of pages) {
      for (const accept of ['text/html', 'application/json']) lines.push(await (await ann.get(page, { accept })).text())
    }
    lines.push(await (await unlink(ann, 'ob', second)).text())
    lines.push(
      JSON.stringify(world.notifications.map(({ message }) => message)),
      ...world.log,
      ...world.errors.map(describeError),
    )
    expect(world.notifications.length).toBeGreaterThan(1)
    expect(lines.join('\n')).not.toMatch(/at-1|authwright:eyJ/)
  }
})
