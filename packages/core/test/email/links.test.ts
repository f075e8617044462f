import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CallbacksOptions } from '../../src/types.ts'
import { fullLocation, location, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { ANN, ask, makeWorld, press, type } from './world.ts'
import type { World } from './world.ts'

const ERROR = `${ORIGIN}/auth/error?error=Verification`
const BOB = 'bob@example.org'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0'

const askWith = async (world: World, browser: Visitor, agent: string) => {
  await browser.post('/auth/signin/email', { email: ANN }, { origin: ORIGIN, 'user-agent': agent })
  return world.mails.at(-1)?.url ?? ''
}

/** What a person reads of a page: no addresses. */
const readable = async (response: Response): Promise<string> => (await response.text()).replaceAll(/href="[^"]*"/g, '')

const change = (link: string, name: string, to: (value: string) => string): string => {
  const url = new URL(link)
  url.searchParams.set(name, to(url.searchParams.get(name) ?? ''))
  return url.href
}

describe('the page that a link shows elsewhere', () => {
  test('says which browser and system asked and how long ago, and nothing finer', async () => {
    const world = makeWorld()
    const link = await askWith(world, world.browser(), FIREFOX)
    world.clock.forward(300)
    const page = await (await world.browser().get(link)).text()
    expect(page).toContain(ANN)
    expect(page).toContain('Firefox')
    expect(page).toContain('Linux')
    expect(page).toContain('5 minutes ago')
    expect(page).not.toContain('151.0')
  })

  test('says it in another language, too', async () => {
    const world = makeWorld()
    const link = await askWith(world, world.browser(), FIREFOX)
    const page = await (await world.browser().get(link)).text()
    const german = /href="([^"]*lang=de[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const translated = await readable(await world.browser().get(german))
    expect(translated).toContain('lang="de"')
    expect(translated).toContain('Firefox')
  })

  test('says nothing of an asker who told nothing', async () => {
    const world = makeWorld()
    const page = await (await world.browser().get(await askWith(world, world.browser(), 'curl/8.5.0'))).text()
    expect(page).toContain(ANN)
    expect(page).not.toContain('curl')
  })

  test.each([
    ['another browser', (asked: string) => asked.replace('Firefox', 'Chrome')],
    ['another time', (asked: string) => asked.replace(/\.\d+\./, '.1893400000.')],
    ['words of somebody’s own', () => 'your bank.a safe place.1893499200.00000000000000000000000000000000'],
    ['too much', (asked: string) => `${asked}.x`],
    ['nothing', () => ''],
  ])('believes no link that tells %s', async (_what, write) => {
    const world = makeWorld()
    const link = change(await askWith(world, world.browser(), FIREFOX), 'asked', write)
    const page = await readable(await world.browser().get(link))
    expect(page).toContain(ANN)
    expect(page).not.toMatch(/Firefox|Chrome|your bank|minutes ago|was asked for/)
  })

  test('does not take what another link tells', async () => {
    const world = makeWorld()
    const [mine, theirs] = [
      await askWith(world, world.browser(), 'curl/8.5.0'),
      await askWith(world, world.browser(), FIREFOX),
    ]
    const told = new URL(theirs).searchParams.get('asked') ?? ''
    const page = await readable(await world.browser().get(change(mine, 'asked', () => told)))
    expect(page).not.toContain('Firefox')
  })

  test('is not shown for a link that is too old: the person is told to ask again', async () => {
    const world = makeWorld({ maxAge: 600 })
    const { url } = await ask(world, world.browser())
    world.clock.forward(601)
    expect(location(await world.browser().get(url))).toBe(ERROR)
    expect(await (await world.browser().get('/auth/error?error=Verification')).text()).toContain('/auth/signin')
  })

  test('asks no third party for anything, and its address goes nowhere', async () => {
    const world = makeWorld()
    const { url } = await ask(world, world.browser())
    const response = await world.browser().get(url)
    expect(response.headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin|strict-origin)$/)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const addresses = [...(await response.text()).matchAll(/(?:src|href|action)="(https?:[^"]+)"/g)]
    expect(addresses.every(([, address = '']) => new URL(address).origin === ORIGIN)).toBe(true)
  })
})

describe('the token of a link', () => {
  test('is 256 random bits, of which the database has a keyed hash alone', async () => {
    const world = makeWorld()
    const { token } = await ask(world, world.browser())
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const [row] = [...world.adapter.state().tokens.values()]
    const plain = ['hex', 'base64', 'base64url'].map((form) =>
      createHash('sha256')
        .update(token)
        .digest(form as 'hex'),
    )
    expect([token, ...plain]).not.toContain(row?.token)
    expect(row).toMatchObject({ identifier: ANN, token: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('is written to no log, whatever becomes of it', async () => {
    const world = makeWorld({ mode: 'both', maxAge: 600 })
    const browser = world.browser()
    const { url, token, code = '' } = await ask(world, browser)
    await type(browser, 'BBBB-BBBB')
    await press(
      world.browser(),
      change(url, 'email', () => BOB),
    )
    await browser.get(url)
    await press(world.browser(), url)
    const late = await ask(world, world.browser())
    world.clock.forward(601)
    await press(world.browser(), late.url)
    expect(world.errors.length).toBeGreaterThan(2)
    const written = [
      ...world.log,
      ...world.errors.map((error) => `${error.stack} ${JSON.stringify(error.cause)}`),
    ].join()
    for (const secret of [token, code, code.replace('-', ''), late.token, ANN]) expect(written).not.toContain(secret)
  })

  test.each([
    ['HEAD', {}],
    ['OPTIONS', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
  ])('is not used up by %s %j, even in the browser that asked', async (method, headers) => {
    const world = makeWorld()
    const browser = world.browser()
    const { url } = await ask(world, browser)
    await world.auth.handle(new Request(url, { method, headers: { cookie: browser.header, ...headers } }))
    expect(world.adapter.state().tokens.size).toBe(1)
    await browser.get(url)
    expect(await browser.session()).not.toBeNull()
  })

  test('is in no address that the person is led to', async () => {
    const world = makeWorld()
    const browser = world.browser()
    const { url, token } = await ask(world, browser)
    const response = await browser.get(url)
    expect(fullLocation(response)).not.toContain(token)
    expect(response.headers.get('referrer-policy')).toBe('strict-origin')
  })
})

describe('a link that was changed', () => {
  test('to name another address does nothing, and the true one still works', async () => {
    const world = makeWorld()
    const browser = world.browser()
    const { url } = await ask(world, browser)
    expect((await browser.get(change(url, 'email', () => BOB))).status).toBe(200)
    expect(world.adapter.state().tokens.size).toBe(1)
    await browser.get(url)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test.each([
    ['in capitals', 'ANN@example.org'],
    ['with a look-alike', '\u0430nn@example.org'],
    ['with a tag', 'ann+x@example.org'],
    ['with a space', ' ann@example.org'],
    ['with another one beside it', 'ann@example.org,bob@example.org'],
  ])('to name its address %s does nothing: the stored one decides', async (_how, email) => {
    const world = makeWorld()
    const { url } = await ask(world, world.browser())
    const thief = world.browser()
    const changed = change(url, 'email', () => email)
    await thief.get(changed)
    expect(location(await press(thief, changed))).toBe(ERROR)
    expect(await thief.session()).toBeNull()
    expect([world.adapter.state().tokens.size, world.adapter.state().users.size]).toEqual([1, 0])
  })

  test('to lead elsewhere leads where the person wanted to go, in the browser that asked', async () => {
    const world = makeWorld()
    const browser = world.browser()
    const { url } = await ask(world, browser)
    expect(location(await browser.get(change(url, 'callbackUrl', () => '/elsewhere')))).toBe(`${ORIGIN}/members`)
  })

  test('to hide its age is too old all the same, and is gone', async () => {
    const world = makeWorld({ maxAge: 600 })
    const { url } = await ask(world, world.browser())
    const browser = world.browser()
    world.clock.forward(601)
    const hidden = change(url, 'asked', () => '')
    expect((await browser.get(hidden)).status).toBe(200)
    expect(location(await press(browser, hidden))).toBe(ERROR)
    expect(await browser.session()).toBeNull()
    expect(world.adapter.state().tokens.size).toBe(0)
  })
})

describe('a link where somebody else is signed in', () => {
  const signInAsBob = async (world: World): Promise<Visitor> => {
    const browser = world.browser()
    const { url } = await ask(world, browser, BOB)
    await browser.get(url)
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
    return browser
  }

  test.each(['database', 'jwt'] as const)(
    'asks first, even in the browser that asked for it (%s)',
    async (strategy) => {
      const world = makeWorld({}, { config: { session: { strategy } } })
      const browser = await signInAsBob(world)
      const { url } = await ask(world, browser)
      const response = await browser.get(url)
      expect(response.status).toBe(200)
      const page = await response.text()
      expect(page).toContain(ANN)
      expect(page).toContain(BOB)
      expect(await browser.session()).toMatchObject({ user: { email: BOB } })
      expect(location(await press(browser, url))).toBe(`${ORIGIN}/members`)
      expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    },
  )

  test('ends that session when, and only when, the other person is in', async () => {
    const world = makeWorld()
    const browser = await signInAsBob(world)
    const { url } = await ask(world, browser)
    await press(
      browser,
      change(url, 'token', (token) => `${token}0`),
    )
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
    await press(browser, url)
    expect(world.adapter.state().sessions.size).toBe(1)
  })

  test('signs in at once when it is the same person', async () => {
    const world = makeWorld()
    const browser = await signInAsBob(world)
    const { url } = await ask(world, browser, BOB)
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
  })
})

describe('the same link once more', () => {
  const signIn = async (world: World): Promise<{ readonly browser: Visitor; readonly url: string }> => {
    const browser = world.browser()
    const { url } = await ask(world, browser)
    await browser.get(url)
    return { browser, url }
  }

  test.each(['database', 'jwt'] as const)(
    'leads to its target in a browser that has the session (%s)',
    async (strategy) => {
      const world = makeWorld({}, { config: { session: { strategy } } })
      const { browser, url } = await signIn(world)
      const sessions = world.adapter.state().sessions.size
      world.clock.forward(3600)
      expect(location(await browser.get(url))).toBe(`${ORIGIN}/members`)
      expect(world.adapter.state().sessions.size).toBe(sessions)
    },
  )

  test('after the button was pressed elsewhere, too', async () => {
    const world = makeWorld()
    const { url } = await ask(world, world.browser())
    const phone = world.browser()
    await press(phone, url)
    expect(location(await phone.get(url))).toBe(`${ORIGIN}/members`)
    expect(location(await press(phone, url))).toBe(`${ORIGIN}/members`)
  })

  test('signs in no browser without the session', async () => {
    const world = makeWorld()
    const { url } = await signIn(world)
    const other = world.browser()
    await other.get(url)
    expect(location(await press(other, url))).toBe(ERROR)
    expect(await other.session()).toBeNull()
  })

  test('opens nothing to somebody who has signed out meanwhile', async () => {
    const world = makeWorld()
    const { browser, url } = await signIn(world)
    await browser.post('/auth/signout')
    await browser.get(url)
    expect(location(await press(browser, url))).toBe(ERROR)
    expect(await browser.session()).toBeNull()
  })

  test('is no success for somebody else who is signed in there by now', async () => {
    const world = makeWorld()
    const { browser, url } = await signIn(world)
    const other = await ask(world, browser, BOB)
    await press(browser, other.url)
    expect(location(await press(browser, url))).toBe(ERROR)
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
  })

  test('of a double click, which asks twice at once, comes again with what the first one brought', async () => {
    const world = makeWorld()
    const browser = world.browser()
    const { url } = await ask(world, browser)
    const second = browser.copy()
    await browser.get(url)
    const again = fullLocation(await second.get(url))
    expect(again).toBe(`${url}&again=1`)
    for (const [name, value] of browser.cookies) second.cookies.set(name, value)
    expect(location(await second.get(again))).toBe(`${ORIGIN}/members`)
  })

  test('of a double click comes again once, and then is told', async () => {
    const world = makeWorld()
    const browser = world.browser()
    const { url } = await ask(world, browser)
    const thief = browser.copy()
    await browser.get(url)
    expect(location(await thief.get(fullLocation(await thief.get(url))))).toBe(ERROR)
    expect(await thief.session()).toBeNull()
  })
})

describe('several links to one address', () => {
  test('all work until one of them is used, then none', async () => {
    const world = makeWorld()
    const [laptop, phone] = [world.browser(), world.browser()]
    const [first, second] = [await ask(world, laptop), await ask(world, phone)]
    const other = await ask(world, world.browser(), BOB)
    await laptop.get(first.url)
    expect(await laptop.session()).not.toBeNull()
    await press(phone, second.url)
    expect(await phone.session()).toBeNull()
    const bob = world.browser()
    await press(bob, other.url)
    expect(await bob.session()).not.toBeNull()
  })

  test('of an adapter that cannot remove them: those of the same browser end', async () => {
    const world = makeWorld({}, { adapter: { deleteVerificationTokens: undefined } })
    const browser = world.browser()
    const elsewhere = await ask(world, world.browser())
    const [first, second] = [await ask(world, browser), await ask(world, browser)]
    await browser.get(second.url)
    const [thief, phone] = [world.browser(), world.browser()]
    await press(thief, first.url)
    expect(await thief.session()).toBeNull()
    await press(phone, elsewhere.url)
    expect(await phone.session()).not.toBeNull()
  })

  test('that could not be removed keep nobody out', async () => {
    const fails = { deleteVerificationTokens: () => Promise.reject(new Error('connection lost')) }
    const world = makeWorld({}, { adapter: fails })
    const browser = world.browser()
    const { url } = await ask(world, browser)
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).not.toBeNull()
    expect(world.errors[0]?.message).toContain('deleteVerificationTokens')
  })

  test('are five within a quarter of an hour, and the sixth is refused as for everybody', async () => {
    const world = makeWorld()
    const browser = world.browser()
    for (let i = 0; i < 5; i += 1) await ask(world, browser)
    const response = await browser.post('/auth/signin/email', { email: ' ANN@example.org' })
    expect(location(response)).toBe(`${ORIGIN}/auth/signin?error=TooManyRequests&retryAfter=900`)
    expect(await (await browser.get(fullLocation(response))).text()).toContain('Too many attempts')
    expect(world.mails).toHaveLength(5)
    await ask(world, browser, BOB)
    expect(world.mails).toHaveLength(6)
    world.clock.forward(901)
    await ask(world, browser)
    expect(world.mails).toHaveLength(7)
  })

  test('are as many as the owner says', async () => {
    const world = makeWorld({ limits: { sends: 2 } })
    for (let i = 0; i < 4; i += 1) await world.browser().post('/auth/signin/email', { email: ANN })
    expect(world.mails).toHaveLength(2)
  })
})

describe('whoever asks for a mail', () => {
  test('gets the same answer for an address that is known and for one that is not', async () => {
    const world = makeWorld()
    await world.adapter.createUser({ id: 'u1', email: ANN, emailVerified: new Date(0) })
    const answers = await Promise.all(
      [ANN, BOB].map(async (email) => {
        const response = await world.browser().post('/auth/signin/email', { email })
        const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/\.[0-9a-f]{12}=[^;]+/, ''))
        return { status: response.status, location: fullLocation(response), cookies }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(world.mails.map(({ identifier }) => identifier)).toEqual([ANN, BOB])
  })

  test('by an address with a tag or another dot is somebody else', async () => {
    const world = makeWorld()
    for (const email of ['a.b@example.org', 'ab@example.org', 'a.b+tag@example.org', 'A.B@Example.org']) {
      const browser = world.browser()
      await browser.get((await ask(world, browser, email)).url)
    }
    const emails = [...world.adapter.state().users.values()].map(({ email }) => email)
    expect(emails).toEqual(['a.b@example.org', 'ab@example.org', 'a.b+tag@example.org'])
  })

  test('and is refused when the link is used has used it up, and no user is made', async () => {
    const callbacks = { signIn: ({ email }: { email?: { verificationRequest?: boolean } }) => email !== undefined }
    const world = makeWorld({}, { config: { callbacks } })
    const browser = world.browser()
    const { url } = await ask(world, browser)
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    const { tokens, users, sessions } = world.adapter.state()
    expect([tokens.size, users.size, sessions.size]).toEqual([0, 0, 0])
  })

  test('and is deleted before the link is used is not made again where nobody can sign up', async () => {
    const signIn: CallbacksOptions['signIn'] = ({ user }) => 'emailVerified' in user && user.emailVerified !== null
    const callbacks = { signIn }
    const world = makeWorld({}, { config: { callbacks } })
    await world.adapter.createUser({ id: 'u1', email: ANN, emailVerified: new Date(0) })
    const browser = world.browser()
    const { url } = await ask(world, browser)
    await world.adapter.deleteUser('u1')
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect(world.adapter.state().users.size).toBe(0)
  })
})
