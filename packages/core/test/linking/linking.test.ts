import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/index.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import { counting } from '../support/engines.ts'
import { answerOf, startProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { fullLocation, location, makeSite, ORIGIN } from '../support/site.ts'
import { linkingRules } from '@authwright/test-kit/linking/rules'
import { go, leave, makeWorld, member, newPerson, ownerOf, thiefOf, unlink } from './world.ts'
import type { Wishes, World } from './world.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const withoutTransactions = (): Adapter => {
  const { transaction: _none, ...adapter } = memoryAdapter()
  return adapter
}

const world = (config: Wishes['config'] = {}): World => makeWorld({ adapter: memoryAdapter(), provider, config })
const recent = (cookies: Iterable<string>): readonly string[] =>
  [...cookies].filter((name) => name.endsWith('.recent-authentication'))

describe('over memory', () => {
  linkingRules(() => ({ adapter: memoryAdapter(), provider }))
})

describe('without transactions', () => {
  linkingRules(() => ({ adapter: withoutTransactions(), provider }))
})

describe('a form that says that it is about linking', () => {
  test('leads to the provider who has just signed in', async () => {
    const it = world()
    const { visitor } = await member(it)
    expect(await leave(visitor, 'ob', { link: 'true' })).toContain(`${provider.origin}/authorize`)
  })

  test.each([
    ['nobody is signed in', 'SessionRequired'],
    ['the sign-in was long ago', 'ReauthenticationRequired'],
  ])('leads nobody away when %s', async (_when, error) => {
    const it = world()
    const visitor = error === 'SessionRequired' ? it.browser() : (await member(it)).visitor
    it.clock.forward(901)
    const before = [...visitor.cookies.keys()]
    const page = `${ORIGIN}/auth/signin?${new URLSearchParams({ callbackUrl: `${ORIGIN}/settings`, error })}`
    expect(await leave(visitor, 'ob', { link: 'true' })).toBe(page)
    expect([...visitor.cookies.keys()]).toEqual(before)
    const html = await (await visitor.get(page)).text()
    expect(html).toContain(error === 'SessionRequired' ? 'Please sign in<' : 'Please sign in again<')
    // Nothing went wrong, so nothing cries.
    expect(html).toContain('class="notice" role="status"')
    expect(html).not.toContain('<div class="error"')
  })

  test('gets the address as data when a script asks', async () => {
    const it = world()
    const { visitor } = await member(it)
    it.clock.forward(901)
    const headers = { origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const response = await visitor.post('/auth/signin/ob', { link: 'true', callbackUrl: '/a' }, headers)
    expect(await response.json()).toEqual({ url: expect.stringContaining('error=ReauthenticationRequired') })
  })

  test('can be a call of the application’s own', async () => {
    const it = world()
    const { visitor } = await member(it)
    it.clock.forward(901)
    const request = new Request(`${ORIGIN}/settings`, { headers: { cookie: visitor.header } })
    const { redirect } = await it.auth.signIn(request, 'ob', { fields: { link: true }, redirectTo: '/settings' })
    expect(redirect).toContain('error=ReauthenticationRequired')
  })

  test('is what the account page has', async () => {
    const it = world()
    const html = await (await (await member(it)).visitor.get('/auth/account')).text()
    expect(html).toContain('<input type="hidden" name="link" value="true"')
  })
})

describe('the mark of a recent sign-in', () => {
  test('is none where there are no accounts to change', async () => {
    const context = makeSite({ providers: [provider.config()] })
    const visitor = context.browser()
    provider.person = newPerson()
    await visitor.get(answerOf(fullLocation(await visitor.post('/auth/signin/oa'))))
    expect(await visitor.session()).not.toBeNull()
    expect(recent(visitor.cookies.keys())).toEqual([])
  })

  test('is none where it is not asked for, and an old session changes what it wants', async () => {
    const it = world({ account: { reauthenticateAfter: 0 } })
    const { visitor, person } = await member(it)
    expect(recent(visitor.cookies.keys())).toEqual([])
    it.clock.forward(86_400)
    const more = newPerson()
    expect(await go(it, thiefOf(it, visitor), 'ob', more)).toBe(`${ORIGIN}/settings`)
    expect(await ownerOf(it, 'ob', more)).toBe(await ownerOf(it, 'oa', person))
    expect(location(await unlink(visitor, 'ob', more))).toContain('done=unlinked')
  })

  test('costs a sign-in one more sealing, and a session check nothing', async () => {
    const work = await Promise.all(
      [0, 900].map(async (reauthenticateAfter) => {
        const { engine, counts } = counting(defaultRuntime.crypto)
        const runtime = { crypto: engine }
        const it = makeWorld({
          adapter: memoryAdapter(),
          provider,
          runtime,
          config: { account: { reauthenticateAfter: reauthenticateAfter } },
        })
        const { visitor } = await member(it)
        const signIn = { ...counts }
        await visitor.session()
        return { signIn, check: { seal: counts.seal - signIn.seal, open: counts.open - signIn.open } }
      }),
    )
    expect((work[1]?.signIn.seal ?? 0) - (work[0]?.signIn.seal ?? 0)).toBe(1)
    expect(work[1]?.check).toEqual(work[0]?.check)
  })

  test('lasts as long as the owner says', async () => {
    const it = world({ account: { reauthenticateAfter: 60 } })
    const { visitor } = await member(it)
    it.clock.forward(60)
    expect(await go(it, visitor, 'ob', newPerson())).toBe(`${ORIGIN}/settings`)
    it.clock.forward(1)
    expect(await go(it, visitor, 'oc', newPerson())).toContain('error=ReauthenticationRequired')
  })

  test('goes when the person signs out', async () => {
    const it = world()
    const { visitor } = await member(it)
    const left = thiefOf(it, visitor)
    expect(recent(visitor.cookies.keys())).toHaveLength(1)
    await visitor.post('/auth/signout')
    expect(recent(visitor.cookies.keys())).toEqual([])
    expect([...left.cookies.keys()]).toHaveLength(1)
  })

  test('is not believed when its text was changed', async () => {
    const it = world()
    const { visitor } = await member(it)
    const [name = ''] = recent(visitor.cookies.keys())
    const value = visitor.cookies.get(name) ?? ''
    for (const other of ['', 'x', value.slice(0, -2), `${value.slice(0, -4)}AAAA`]) {
      visitor.cookies.set(name, other)
      expect(await leave(visitor, 'ob', { link: 'true' })).toContain('error=ReauthenticationRequired')
    }
  })

  test('is left out of the page of an owner whose sign-in page is another one, but not the reason', async () => {
    const it = world({ pages: { signIn: '/login' } })
    const { visitor } = await member(it)
    it.clock.forward(901)
    const query = new URLSearchParams({ callbackUrl: `${ORIGIN}/settings`, error: 'ReauthenticationRequired' })
    expect(await go(it, visitor, 'ob', newPerson())).toBe(`${ORIGIN}/login?${query}`)
  })
})
