import { memoryAdapter } from '@gatehouse/testing'
import { describe, expect, test } from 'vitest'
import type { AdapterUser, CallbacksOptions } from '../../src/types.ts'
import { fullLocation, location, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { codeTo, kept, linkTo, mailsTo, makeChangeWorld, NEW, pressChange, signedIn, wish } from './change-world.ts'
import type { ChangeWorld } from './change-world.ts'
import { ANN, ask, makeWorld, press, type, wrongCodes } from './world.ts'

const ACCOUNT = `${ORIGIN}/auth/account`
const SENT = `${ACCOUNT}?done=email-sent`
const CHANGED = `${ACCOUNT}?done=email-changed`
const BOB = 'bob@example.org'
const LOST = `${ORIGIN}/auth/error?error=Verification`

/** Somebody else signs in where Ann is. */
const becomeBob = async (world: ChangeWorld, browser: Visitor): Promise<void> => {
  const { url, code } = await ask(world, browser, BOB)
  await (code === undefined ? press(browser, url) : type(browser, code))
  expect(await browser.session()).toMatchObject({ user: { email: BOB } })
}

const attempts = (browser: Visitor): readonly string[] =>
  [...browser.cookies.keys()].filter((name) => name.includes('.state.'))

const strategies = ['database', 'jwt'] as const

describe('another address', () => {
  test.each(strategies)('is kept, and shown by the session, once its mailbox has proven it (%s)', async (strategy) => {
    const world = makeChangeWorld({}, { config: { session: { strategy } } })
    const browser = await signedIn(world)
    expect(fullLocation(await wish(browser, ' ANN@New.example '))).toBe(SENT)
    expect(kept(world)).toEqual({ email: ANN, isProven: true })
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    expect(fullLocation(await browser.get(linkTo(world)))).toBe(CHANGED)
    expect(kept(world)).toEqual({ email: NEW, isProven: true })
    expect(await browser.session()).toMatchObject({ user: { email: NEW } })
    expect(await (await browser.get(CHANGED)).text()).toContain('Your email address was changed.')
  })

  test('signs in from then on, and the former one does not', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    await browser.get(linkTo(world))
    const [id] = world.adapter.state().users.keys()
    const phone = await signedIn(world, NEW)
    expect(await phone.session()).toMatchObject({ user: { email: NEW } })
    expect([...world.adapter.state().users.keys()]).toEqual([id])
    await signedIn(world, ANN)
    expect(world.adapter.state().users.size).toBe(2)
  })

  test.each(strategies)(
    'is proven elsewhere by a page that says which and whose, with one button (%s)',
    async (strategy) => {
      const world = makeChangeWorld({}, { config: { session: { strategy } } })
      const browser = await signedIn(world)
      await wish(browser)
      const phone = world.browser()
      const page = await phone.get(linkTo(world))
      expect(page.status).toBe(200)
      const text = await page.text()
      for (const told of [NEW, ANN, 'app.example.com']) expect(text.replaceAll('<wbr />', '')).toContain(told)
      expect(kept(world).email).toBe(ANN)
      const done = await pressChange(phone, linkTo(world))
      expect([done.status, kept(world)]).toEqual([200, { email: NEW, isProven: true }])
      expect(await done.text()).toContain('Your address was changed')
      expect(await phone.session()).toBeNull()
    },
  )

  test('is changed by no link in a browser where somebody else is signed in by now', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    await becomeBob(world, browser)
    expect((await browser.get(linkTo(world))).status).toBe(200)
    expect(kept(world).email).toBe(ANN)
  })

  test('asks first in another browser of the same person', async () => {
    const world = makeChangeWorld()
    const laptop = await signedIn(world)
    const phone = await signedIn(world)
    await wish(laptop)
    expect((await phone.get(linkTo(world))).status).toBe(200)
    expect(kept(world).email).toBe(ANN)
    expect(fullLocation(await pressChange(phone, linkTo(world)))).toBe(CHANGED)
  })

  test('is changed by no link in a browser where nobody is signed in any more', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    await browser.post('/auth/signout')
    expect((await browser.get(linkTo(world))).status).toBe(200)
    expect(kept(world).email).toBe(ANN)
  })

  test.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { purpose: 'prefetch' }],
  ])('is changed by no scanner: %s %j', async (method, headers) => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    await world.auth.handle(new Request(linkTo(world), { method, headers: { cookie: browser.header, ...headers } }))
    expect(kept(world).email).toBe(ANN)
    await browser.get(linkTo(world))
    expect(kept(world).email).toBe(NEW)
  })

  test('is changed by no form of another site', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    for (const path of ['/auth/account', '/auth/change-email']) {
      const fields = { action: 'email-change', email: NEW }
      await browser.post(path, fields, { origin: 'https://evil.test' })
    }
    expect(world.notices).toEqual([])
    await wish(browser)
    const fields = Object.fromEntries(new URL(linkTo(world)).searchParams)
    await browser.post('/auth/change-email', fields, { origin: 'https://evil.test' })
    expect(kept(world).email).toBe(ANN)
  })

  test('is a success when the link is opened once more, wherever', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    const link = linkTo(world)
    await browser.get(link)
    const { emailVerified } = [...world.adapter.state().users.values()][0] as AdapterUser
    world.clock.forward(60)
    expect(fullLocation(await browser.get(link))).toBe(CHANGED)
    for (const answer of [await world.browser().get(link), await pressChange(world.browser(), link)])
      expect(await answer.text()).toContain('Your address was changed')
    expect([...world.adapter.state().users.values()][0]).toMatchObject({ email: NEW, emailVerified })
    // One to the new mailbox, one to the former: nobody hears of it twice.
    expect(world.notices.map(({ identifier }) => identifier)).toEqual([NEW, ANN])
  })

  test('is changed once by fifty clicks at once', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    const link = linkTo(world)
    const answers = await Promise.all(Array.from({ length: 50 }, () => pressChange(world.browser(), link)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(kept(world).email).toBe(NEW)
    expect(mailsTo(world, ANN)).toHaveLength(1)
  })

  test('is a success for the slower one of two clicks, too', async () => {
    const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
    // Between this click's look at the user and its use of the token, another one does it all.
    const useVerificationToken: typeof memory.useVerificationToken = async (row) => {
      const used = await memory.useVerificationToken(row)
      if (used === null || !row.identifier.startsWith('change')) return used
      const [id = ''] = memory.state().users.keys()
      await memory.updateUser({ id, email: NEW, emailVerified: new Date('2030-01-01T12:00:00Z') })
      return null
    }
    const world = makeChangeWorld({}, { config: { adapter: { ...memory, useVerificationToken } } })
    const browser = await signedIn(world)
    await wish(browser)
    expect(fullLocation(await browser.get(linkTo(world)))).toBe(CHANGED)
    expect(mailsTo(world, ANN)).toEqual([])
  })

  test.each([
    [3600, NEW, CHANGED],
    [3601, ANN, LOST],
  ])('after %i seconds is %s', async (seconds, email, answer) => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    world.clock.forward(seconds)
    expect(location(await pressChange(browser, linkTo(world)))).toBe(answer)
    expect(kept(world).email).toBe(email)
  })
})

describe('a wish for another address', () => {
  test('needs somebody who is signed in, and has signed in recently', async () => {
    const world = makeChangeWorld()
    expect(fullLocation(await wish(world.browser()))).toContain('error=SessionRequired')
    const browser = await signedIn(world)
    world.clock.forward(901)
    expect(fullLocation(await wish(browser))).toContain('error=RecentSignInRequired')
    const thief = world.browser({
      ...Object.fromEntries([...browser.cookies].filter(([name]) => /session/.test(name))),
    })
    world.clock.forward(-901)
    expect(fullLocation(await wish(thief))).toContain('error=RecentSignInRequired')
    expect(world.notices).toEqual([])
  })

  test.each(['a@', 'a@evil.test,v@app.test', '', 'Ann <ann@new.example>'])(
    'for %j is refused where it was typed',
    async (typed) => {
      const world = makeChangeWorld()
      const browser = await signedIn(world)
      expect(fullLocation(await wish(browser, typed))).toBe(`${ACCOUNT}?error=EmailSignInError`)
      expect(world.notices).toEqual([])
    },
  )

  test('is answered alike for an address that is free and for one that is somebody else’s', async () => {
    const world = makeChangeWorld()
    await signedIn(world, BOB)
    const answers = []
    for (const email of [NEW, BOB]) {
      const response = await wish(await signedIn(world), email)
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/\.[0-9a-f]{12}=[^;]+/, ''))
      answers.push({ status: response.status, location: fullLocation(response), cookies })
    }
    expect(answers[0]).toEqual(answers[1])
    const [mail] = mailsTo(world, BOB)
    expect(mail?.message.text).toContain('It already belongs to an account')
    expect(`${mail?.url} ${mail?.message.text}${mail?.message.html}`).not.toContain('change-email')
  })

  test('for somebody else’s address comes to nothing, even with the code that nobody was sent', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    await signedIn(world, BOB)
    const browser = await signedIn(world)
    await wish(browser, BOB)
    expect(mailsTo(world, BOB)[0]?.message.text).not.toMatch(/[A-Z]{4}-[A-Z]{4}/)
    const emails = [...world.adapter.state().users.values()].map(({ email }) => email)
    expect(emails).toEqual([BOB, ANN])
  })

  test('for an address that somebody else took meanwhile is refused, and changes nobody', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    await signedIn(world, NEW)
    const response = await browser.get(linkTo(world))
    expect(fullLocation(response)).toContain('error=AccountNotLinked')
    expect([...world.adapter.state().users.values()].map(({ email }) => email)).toEqual([ANN, NEW])
  })

  test('for an address that is taken is not even written, where the database would not object', async () => {
    const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
    const written: unknown[] = []
    const updateUser: typeof memory.updateUser = (user) => {
      written.push(user.email)
      return memory.updateUser(user)
    }
    const { transaction: _without, ...adapter } = { ...memory, updateUser }
    const world = makeChangeWorld({}, { config: { adapter } })
    const browser = await signedIn(world)
    await wish(browser)
    await signedIn(world, NEW)
    await browser.get(linkTo(world))
    expect(written).not.toContain(NEW)
  })

  test('is over when another one was confirmed', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    const before = attempts(browser)
    await wish(browser, 'first@new.example')
    await wish(browser, 'second@new.example')
    expect(attempts(browser)).toHaveLength(before.length + 2)
    await browser.get(linkTo(world, 'second@new.example'))
    expect(world.adapter.state().tokens.size).toBe(0)
    for (const answer of [
      await pressChange(browser, linkTo(world, 'first@new.example')),
      await pressChange(world.browser(), linkTo(world, 'first@new.example')),
    ])
      expect(location(answer)).toBe(LOST)
    expect(kept(world).email).toBe('second@new.example')
    expect(attempts(browser)).toEqual(before)
  })

  test('goes on when somebody else’s is confirmed', async () => {
    const world = makeChangeWorld()
    const [ann, bob] = [await signedIn(world), await signedIn(world, BOB)]
    await wish(ann)
    await wish(bob, 'bob@new.example')
    await ann.get(linkTo(world))
    expect(fullLocation(await bob.get(linkTo(world, 'bob@new.example')))).toBe(CHANGED)
  })

  test('is over when another one was confirmed, with an adapter that cannot remove tokens, too', async () => {
    const world = makeChangeWorld({}, { adapter: { deleteVerificationTokens: undefined } })
    const browser = await signedIn(world)
    await wish(browser, 'first@new.example')
    await wish(browser, 'second@new.example')
    await browser.get(linkTo(world, 'second@new.example'))
    await pressChange(browser, linkTo(world, 'first@new.example'))
    expect(kept(world).email).toBe('second@new.example')
  })

  test('is over when the address was changed in another way', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    const [id = ''] = world.adapter.state().users.keys()
    await world.adapter.updateUser({ id, email: BOB })
    expect(location(await browser.get(linkTo(world)))).toBe(LOST)
    expect(kept(world).email).toBe(BOB)
  })

  test('of a user who is gone makes nobody', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    const [id = ''] = world.adapter.state().users.keys()
    await world.adapter.deleteUser(id)
    expect(location(await pressChange(browser, linkTo(world)))).toBe(LOST)
    expect(world.adapter.state().users.size).toBe(0)
  })

  test('is no way to write to strangers: five within a quarter of an hour', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    for (let i = 0; i < 5; i += 1) expect(fullLocation(await wish(browser, `p${i}@example.org`))).toBe(SENT)
    expect(fullLocation(await wish(browser, 'p5@example.org'))).toBe(`${ACCOUNT}?error=TooManyRequests&retryAfter=900`)
    expect(await (await browser.get(`${ACCOUNT}?error=TooManyRequests&retryAfter=900`)).text()).toContain(
      'in 15 minutes',
    )
    expect(world.notices).toHaveLength(5)
  })

  test('counts as a mail to that address, as one that signs in does', async () => {
    const world = makeChangeWorld({ maxMails: 1 })
    const browser = await signedIn(world)
    await world.browser().post('/auth/signin/email', { email: NEW })
    expect(fullLocation(await wish(browser))).toContain('error=TooManyRequests')
    expect(world.notices).toEqual([])
  })

  test('is the owner’s to refuse, by the callback that says who may sign in', async () => {
    const signIn: CallbacksOptions['signIn'] = ({ user }) => user.email?.endsWith('@example.org') === true
    const world = makeChangeWorld({}, { config: { callbacks: { signIn } } })
    const browser = await signedIn(world)
    expect(location(await wish(browser))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect(world.notices).toEqual([])
    expect(fullLocation(await wish(browser, 'other@example.org'))).toBe(SENT)
  })

  test('whose mail could not be sent leaves nothing that works', async () => {
    const sendNotice = () => Promise.reject(new Error('mailbox full'))
    const world = makeChangeWorld({ sendNotice })
    const browser = await signedIn(world)
    expect(fullLocation(await wish(browser))).toBe(`${ACCOUNT}?error=EmailSignInError`)
    expect(world.adapter.state().tokens.size).toBe(0)
  })
})

describe('the account page', () => {
  const page = async (world: ReturnType<typeof makeChangeWorld>): Promise<string> =>
    (await (await signedIn(world)).get('/auth/account')).text()

  test('has the form where an address can be changed', async () => {
    expect(await page(makeChangeWorld())).toContain('value="email-change"')
  })

  test('has none where the provider sends sign-in mails alone, and the address cannot be changed', async () => {
    const world = makeWorld()
    const browser = await signedIn(world)
    expect(await (await browser.get('/auth/account')).text()).not.toContain('value="email-change"')
    expect((await wish(browser)).status).toBe(404)
  })
})

describe('who hears of it', () => {
  test('is the owner, by an event, and the former mailbox, by a mail', async () => {
    const told: unknown[] = []
    const events = { updateUser: ({ user }: { user: unknown }) => void told.push(user) }
    const world = makeChangeWorld({}, { config: { events } })
    const browser = await signedIn(world)
    await wish(browser)
    expect(told).toEqual([])
    await browser.get(linkTo(world))
    expect(told).toMatchObject([{ email: NEW }])
    const [mail] = mailsTo(world, ANN)
    expect(mail?.message.text).toContain('The email address of your account was changed.')
    expect(mail?.message.text).not.toContain(NEW)
  })

  test('is not a mailbox that nobody had proven', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    const [id = ''] = world.adapter.state().users.keys()
    await world.adapter.updateUser({ id, emailVerified: null })
    await wish(browser)
    await browser.get(linkTo(world))
    expect(kept(world)).toEqual({ email: NEW, isProven: true })
    expect(mailsTo(world, ANN)).toEqual([])
  })

  test('is nobody when somebody proves the address that they have', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    const [id = ''] = world.adapter.state().users.keys()
    await world.adapter.updateUser({ id, emailVerified: null })
    await wish(browser, ANN)
    await browser.get(linkTo(world, ANN))
    expect(kept(world)).toEqual({ email: ANN, isProven: true })
    expect(mailsTo(world, ANN)).toHaveLength(1)
  })
})

describe('the code of a mail to a new address', () => {
  const typeCode = (browser: Awaited<ReturnType<typeof signedIn>>, code: string) =>
    browser.post('/auth/account', { action: 'email-code', code })

  test('is typed in on the account page, and the mail has no link', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    expect(await (await browser.get('/auth/account')).text()).toContain('name="code"')
    const [mail] = mailsTo(world, NEW)
    expect(mail?.message.text).not.toContain('http')
    expect(fullLocation(await typeCode(browser, codeTo(world).toLowerCase()))).toBe(CHANGED)
    expect(kept(world)).toEqual({ email: NEW, isProven: true })
    expect(await (await browser.get('/auth/account')).text()).not.toContain('name="code"')
  })

  test('stands beside the link where the mail brings both, and one of them is enough', async () => {
    const world = makeChangeWorld({ mode: 'both' })
    const browser = await signedIn(world)
    await wish(browser)
    const [code, link] = [codeTo(world), linkTo(world)]
    const copy = browser.copy()
    await typeCode(browser, code)
    expect(kept(world).email).toBe(NEW)
    expect(fullLocation(await copy.get(link))).toBe(CHANGED)
  })

  test('can be tried five times', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    const code = codeTo(world)
    for (const wrong of wrongCodes(code).slice(0, 5))
      expect(fullLocation(await typeCode(browser, wrong))).toBe(`${ACCOUNT}?error=Verification`)
    await typeCode(browser, code)
    expect(kept(world).email).toBe(ANN)
  })

  test('counts among those that are tried at its address in a day, and says so on the account page', async () => {
    const world = makeChangeWorld({ mode: 'code', maxTriesPerDay: 1 })
    const browser = await signedIn(world)
    await wish(browser)
    await typeCode(browser, 'BBBB-BBBB')
    expect(fullLocation(await typeCode(browser, codeTo(world)))).toBe(
      `${ACCOUNT}?error=TooManyRequests&retryAfter=43200`,
    )
    expect(kept(world).email).toBe(ANN)
  })

  test('of an address that somebody took meanwhile is refused on the account page', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    await signedIn(world, NEW)
    expect(fullLocation(await typeCode(browser, codeTo(world)))).toBe(`${ACCOUNT}?error=AccountNotLinked`)
  })

  test('that can be none costs no try', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    for (let i = 0; i < 6; i += 1) await typeCode(browser, 'пароль')
    await typeCode(browser, codeTo(world))
    expect(kept(world).email).toBe(NEW)
  })

  test('is nothing in another browser, and nothing for another user in this one', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    const code = codeTo(world)
    expect((await typeCode(await signedIn(world), code)).status).toBe(404)
    await becomeBob(world, browser)
    expect((await typeCode(browser, code)).status).toBe(404)
    expect(kept(world).email).toBe(ANN)
  })

  test('works for a quarter of an hour', async () => {
    const world = makeChangeWorld({ mode: 'both', maxAge: 86_400 })
    const browser = await signedIn(world)
    await wish(browser)
    world.clock.forward(901)
    expect((await typeCode(browser, codeTo(world))).status).toBe(404)
    await browser.get(linkTo(world))
    expect(kept(world).email).toBe(NEW)
  })
})
