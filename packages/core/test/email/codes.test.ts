import { createClient } from '@authwright/client'
import { describe, expect, test } from 'vitest'
import { fullLocation, location, ORIGIN } from '../support/site.ts'
import { ANN, ask, makeWorld, type, wrongCodes } from './world.ts'

const WAITING = `${ORIGIN}/auth/verify-request?provider=email&type=email`

describe('a code', () => {
  test('has eight letters without vowels and look-alikes, in two halves', async () => {
    const world = makeWorld({ mode: 'code' })
    const codes = new Set<string | undefined>()
    for (let i = 0; i < 5; i += 1) codes.add((await ask(world, world.browser(), `a${i}@example.org`)).code)
    expect(codes.size).toBe(5)
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  })

  test.each([6, 7, 8])('has %i letters where the owner wants them', async (codeLength) => {
    const world = makeWorld({ mode: 'code', codeLength })
    const { code } = await ask(world, world.browser())
    expect(code?.replace('-', '')).toHaveLength(codeLength)
  })

  test.each([5, 9, 6.5, Number.NaN, '6'])('of %s letters is refused before anybody signs in', async (codeLength) => {
    const world = makeWorld({ mode: 'code', codeLength: codeLength as number })
    expect((await world.browser().get('/auth/signin')).status).toBe(500)
    expect(world.errors[0]).toMatchObject({ type: 'InvalidConfig' })
  })

  test('needs an adapter that counts, and the missing method is named before anybody signs in', async () => {
    for (const mode of ['code', 'both'] as const) {
      const world = makeWorld({ mode }, { adapter: { incrementCounter: undefined } })
      expect((await world.browser().get('/auth/signin')).status).toBe(500)
      expect(world.errors[0]).toMatchObject({
        type: 'MissingAdapterMethods',
        message: 'The adapter lacks incrementCounter (codes by e-mail)',
      })
    }
    const link = makeWorld({ mode: 'link' }, { adapter: { incrementCounter: undefined } })
    expect((await link.browser().get('/auth/signin')).status).toBe(200)
  })

  test('of a mode that nobody knows is refused', async () => {
    const world = makeWorld({ mode: 'otp' as 'code' })
    expect((await world.browser().get('/auth/signin')).status).toBe(500)
    expect(world.errors[0]?.message).toContain('mode')
  })

  test('signs in the browser that asked for it, where the person wanted to go', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code } = await ask(world, browser)
    expect(location(await type(browser, code))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    expect([...world.adapter.state().users.values()][0]?.emailVerified).toBeInstanceOf(Date)
    expect(world.adapter.state().tokens.size).toBe(0)
  })

  test.each([
    ['in small letters', (code: string) => code.toLowerCase()],
    ['without the hyphen', (code: string) => code.replace('-', '')],
    ['with spaces', (code: string) => ` ${code.split('').join(' ')} `],
    [
      'in full-width letters',
      (code: string) => code.replace(/[A-Z]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)),
    ],
  ])('typed %s is the same code', async (_how, change) => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code = '' } = await ask(world, browser)
    await type(browser, change(code))
    expect(await browser.session()).not.toBeNull()
  })

  test('is that of the address that comes along, when one does', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code } = await ask(world, browser)
    await ask(world, browser, 'bob@example.org')
    expect(fullLocation(await type(browser, code, { email: 'bob@example.org' }))).toBe(`${WAITING}&error=Verification`)
    await type(browser, code, { email: ' ANN@example.org' })
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('comes in a mail without any link', async () => {
    const world = makeWorld({ mode: 'code' })
    const { message, code = '', token, url } = await ask(world, world.browser())
    expect(message.text).toContain(code)
    expect(`${message.text}${message.html}`).not.toMatch(/https?:|href/)
    expect([token, url]).toEqual([code, WAITING])
  })

  test('is nothing in any other browser, whatever address is named', async () => {
    const world = makeWorld({ mode: 'code' })
    const { code } = await ask(world, world.browser())
    const thief = world.browser()
    await ask(world, thief, 'thief@example.org')
    for (const more of [{}, { email: ANN }, { email: 'thief@example.org' }]) {
      await type(thief, code, more)
      expect(await thief.session()).toBeNull()
    }
    const stranger = world.browser()
    expect(location(await type(stranger, code))).toBe(`${ORIGIN}/auth/error?error=Verification`)
    expect(world.adapter.state().tokens.size).toBe(2)
  })

  test('stands neither in the database nor, to be read, in the browser', async () => {
    const world = makeWorld({ mode: 'both' })
    const browser = world.browser()
    const { code = '' } = await ask(world, browser)
    const { tokens, attempts } = world.adapter.state()
    const kept = JSON.stringify([[...tokens], [...attempts], [...browser.cookies]])
    expect(kept).not.toContain(code)
    expect(kept).not.toContain(code.replace('-', ''))
    expect(JSON.stringify([...attempts])).not.toContain(ANN)
  })

  test('works once', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code } = await ask(world, browser)
    const copy = browser.copy()
    await type(browser, code)
    await type(copy, code)
    expect(await copy.session()).toBeNull()
  })

  test('that is typed again in a browser that is signed in leads to the target', async () => {
    const world = makeWorld({ mode: 'both' })
    const [first, second] = [world.browser(), world.browser()]
    const { code } = await ask(world, first)
    await type(first, code)
    expect(location(await type(first, code))).toBe(`${ORIGIN}/`)
    const other = await ask(world, second, 'bob@example.org')
    await second.get(other.url)
    expect(location(await type(second, other.code))).toBe(`${ORIGIN}/`)
    await second.post('/auth/signout')
    expect(location(await type(second, other.code))).toBe(`${ORIGIN}/auth/error?error=Verification`)
  })

  test('of thirty at once signs in one', async () => {
    const world = makeWorld({ mode: 'code', limits: { sends: 100 } })
    const browser = world.browser()
    const { code } = await ask(world, browser)
    const copies = Array.from({ length: 30 }, () => browser.copy())
    await Promise.all(copies.map((copy) => type(copy, code)))
    const sessions = await Promise.all(copies.map((copy) => copy.session()))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
  })

  test.each([
    [900, true],
    [901, false],
  ])('after %i seconds: %s, however long a link lasts', async (seconds, works) => {
    const world = makeWorld({ mode: 'both', maxAge: 86_400 })
    const browser = world.browser()
    const { code, url } = await ask(world, browser)
    world.clock.forward(seconds)
    await type(browser, code)
    expect((await browser.session()) !== null).toBe(works)
    if (works) return
    await browser.get(url)
    expect(await browser.session()).not.toBeNull()
  })

  test('and the link of one mail end together', async () => {
    const world = makeWorld({ mode: 'both' })
    const [browser, phone] = [world.browser(), world.browser()]
    const { code, url } = await ask(world, browser)
    await type(browser, code)
    await phone.post('/auth/callback/email', Object.fromEntries(new URL(url).searchParams))
    expect(await phone.session()).toBeNull()
    const other = await ask(world, phone)
    const before = phone.copy()
    await phone.get(other.url)
    expect(location(await type(before, other.code))).toContain('error=')
    expect(await before.session()).toBeNull()
  })

  test('of an earlier mail works as well as that of the newest', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code } = await ask(world, browser)
    world.clock.forward(60)
    await ask(world, browser)
    await type(browser, code)
    expect(await browser.session()).not.toBeNull()
    expect(world.adapter.state().tokens.size).toBe(0)
  })

  test('is not looked at when a form of another site posts it', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code = '' } = await ask(world, browser)
    await browser.post('/auth/callback/email', { code }, { origin: 'https://evil.test' })
    expect(await browser.session()).toBeNull()
  })

  test('can be made by the owner, and is compared as ours is', async () => {
    const world = makeWorld({ mode: 'code', generateVerificationToken: () => '739 164' })
    const browser = world.browser()
    const { code, token } = await ask(world, browser)
    expect([code, token]).toEqual(['739 164', '739 164'])
    await type(browser, '739164')
    expect(await browser.session()).not.toBeNull()
  })

  test.each(['73916', '7391_64', 'пароль'])('of the owner’s that is %j is refused', async (own) => {
    const world = makeWorld({ mode: 'code', generateVerificationToken: () => own })
    const response = await world.browser().post('/auth/signin/email', { email: ANN })
    expect(location(response)).toContain('error=Configuration')
    expect(world.mails).toEqual([])
  })

  test('of the owner’s that is blank is replaced by one of ours', async () => {
    const world = makeWorld({ mode: 'code', generateVerificationToken: () => '' })
    expect((await ask(world, world.browser())).code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
  })
})

describe('a wrong code', () => {
  test('leads back to where it was typed, and says so there', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code } = await ask(world, browser)
    const response = await type(browser, wrongCodes(code)[0])
    expect(fullLocation(response)).toBe(`${WAITING}&error=Verification`)
    await type(browser, code)
    expect(await browser.session()).not.toBeNull()
  })

  test('can be tried five times, then the right one is of no use either', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code } = await ask(world, browser)
    const answers: string[] = []
    for (const wrong of wrongCodes(code).slice(0, 5)) answers.push(location(await type(browser.copy(), wrong)))
    expect(answers.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => `${WAITING}&error=Verification`))
    expect(answers[4]).toBe(`${ORIGIN}/auth/error?error=Verification`)
    expect(location(await type(browser, code))).toBe(`${ORIGIN}/auth/error?error=Verification`)
    expect(await browser.session()).toBeNull()
  })

  test('of a hundred at once is looked at five times', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code } = await ask(world, browser)
    const tries = Array.from({ length: 100 }, (_, i) => (i === 99 ? code : 'BBBB-BBBB'))
    const copies = tries.map(() => browser.copy())
    await Promise.all(tries.map((one, i) => type(copies[i] ?? browser, one)))
    const sessions = await Promise.all(copies.map((copy) => copy.session()))
    expect(sessions.every((session) => session === null)).toBe(true)
  })

  test('at the link’s expense: the link of the same mail still works', async () => {
    const world = makeWorld({ mode: 'both' })
    const browser = world.browser()
    const { code, url } = await ask(world, browser)
    for (const wrong of wrongCodes(code).slice(0, 5)) await type(browser.copy(), wrong)
    await browser.get(url)
    expect(await browser.session()).not.toBeNull()
  })

  test.each(['', ' ', 'x'.repeat(100), '%', '[object Object]', '\u202eBCDF'])(
    'that can be none, such as %j, costs no try',
    async (typed) => {
      const world = makeWorld({ mode: 'code' })
      const browser = world.browser()
      const { code } = await ask(world, browser)
      for (let i = 0; i < 6; i += 1)
        expect(fullLocation(await type(browser, typed))).toBe(`${WAITING}&error=Verification`)
      await type(browser, code)
      expect(await browser.session()).not.toBeNull()
    },
  )
})

describe('the page after a mail was sent', () => {
  const waiting = async (world: ReturnType<typeof makeWorld>, browser = world.browser()): Promise<string> =>
    (await browser.get('/auth/verify-request?provider=email&type=email')).text()

  test('takes the code in the browser that asked, and names the address there alone', async () => {
    const world = makeWorld({ mode: 'both' })
    const browser = world.browser()
    await ask(world, browser)
    const page = await waiting(world, browser)
    expect(page).toContain(ANN)
    expect(page).toContain(`action="${ORIGIN}/auth/callback/email"`)
    expect(page).toContain('name="code"')
    const elsewhere = await waiting(world)
    expect(elsewhere).not.toContain(ANN)
    expect(elsewhere).not.toContain('name="code"')
  })

  test('names the address where the mail brings a link alone, and has no field', async () => {
    const world = makeWorld()
    const browser = world.browser()
    await ask(world, browser)
    const page = await waiting(world, browser)
    expect(page).toContain(ANN)
    expect(page).not.toContain('name="code"')
  })

  test('of the owner’s is told the provider, and posts nothing but the code', async () => {
    const world = makeWorld({ mode: 'code' }, { config: { pages: { verifyRequest: '/check-mail' } } })
    const browser = world.browser()
    const { code = '' } = await ask(world, browser)
    expect(fullLocation(await browser.get('/auth/verify-request?provider=email&type=email'))).toBe(
      `${ORIGIN}/check-mail?provider=email&type=email`,
    )
    await browser.post('/auth/callback/email', { code })
    expect(await browser.session()).not.toBeNull()
  })
})

describe('where a mail can be asked for, its code can be handed in', () => {
  test('as a form', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code = '' } = await ask(world, browser)
    await browser.post('/auth/signin/email', { email: ANN, code })
    expect(await browser.session()).not.toBeNull()
  })

  test('as the client does, which learns where to go or what was wrong', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code = '' } = await ask(world, browser)
    const headers = { origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const wrong = await browser.post('/auth/signin/email', { code: wrongCodes(code)[0] ?? '' }, headers)
    expect(await wrong.json()).toEqual({ url: `${WAITING}&error=Verification` })
    const right = await browser.post('/auth/signin/email', { code }, headers)
    expect(await right.json()).toEqual({ url: `${ORIGIN}/members` })
  })

  test('by the client in a browser, in two steps that do not leave the page', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const send: typeof fetch = (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, ORIGIN)
      if (init?.method !== 'POST') return browser.get(pathname)
      const fields = Object.fromEntries(new URLSearchParams(typeof init.body === 'string' ? init.body : ''))
      return browser.post(pathname, fields, { origin: ORIGIN, ...Object.fromEntries(new Headers(init.headers)) })
    }
    const { signIn } = createClient({ fetch: send })
    expect(await signIn('email', { email: ANN, redirect: false, redirectTo: '/members' })).toMatchObject({ ok: true })
    const code = world.mails[0]?.code ?? ''
    const wrong = await signIn('email', { code: wrongCodes(code)[0] ?? '', redirect: false })
    expect(wrong).toMatchObject({ ok: false, error: 'Verification' })
    expect(await signIn('email', { code, redirect: false })).toMatchObject({ ok: true, url: `${ORIGIN}/members` })
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('from server code, which is thrown what was wrong', async () => {
    const world = makeWorld({ mode: 'code' })
    const browser = world.browser()
    const { code = '' } = await ask(world, browser)
    const facts = { url: `${ORIGIN}/signin`, headers: new Headers({ cookie: browser.header }) }
    const wrong = world.auth.signIn(facts, 'email', { fields: { code: wrongCodes(code)[0] } })
    await expect(wrong).rejects.toMatchObject({ type: 'Verification' })
    expect(await world.auth.signIn(facts, 'email', { fields: { code } })).toMatchObject({
      redirect: `${ORIGIN}/members`,
    })
  })

  test('and means nothing to a provider whose mails bring a link alone', async () => {
    const world = makeWorld()
    await world.browser().post('/auth/signin/email', { email: ANN, code: 'an invitation' })
    expect(world.mails).toHaveLength(1)
  })
})
