import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { AdapterUser } from '../../src/types.ts'
import { fullLocation, location, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { kept, linkTo, mailsTo, makeChangeWorld, NEW, pressChange, signedIn, wish } from './change-world.ts'
import type { ChangeWorld } from './change-world.ts'
import { ANN, ask, makeWorld, press, type } from './world.ts'

const ACCOUNT = `${ORIGIN}/auth/account`
const SENT = `${ACCOUNT}?done=email-sent`
const CHANGED = `${ACCOUNT}?done=email-changed`
const BOB = 'bob@example.org'
const LOST = `${ORIGIN}/auth/error?error=Verification`

/** Sign another user in, in Ann's browser. */
const becomeBob = async (world: ChangeWorld, browser: Visitor): Promise<void> => {
  const { url, code } = await ask(world, browser, BOB)
  await (code === undefined ? press(browser, url) : type(browser, code))
  expect(await browser.session()).toMatchObject({ user: { email: BOB } })
}

const strategies = ['database', 'jwt'] as const

describe('a new address', () => {
  test.each(strategies)('is stored and in the session after it is verified (%s)', async (strategy) => {
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

  test('signs the user in afterwards, and the former address does not', async () => {
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
    'is confirmed in another browser on a page that names the account and the address (%s)',
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

  test('is not stored by a link in a browser with another user', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    await becomeBob(world, browser)
    expect((await browser.get(linkTo(world))).status).toBe(200)
    expect(kept(world).email).toBe(ANN)
  })

  test('needs a confirmation in another browser of the same user', async () => {
    const world = makeChangeWorld()
    const laptop = await signedIn(world)
    const phone = await signedIn(world)
    await wish(laptop)
    expect((await phone.get(linkTo(world))).status).toBe(200)
    expect(kept(world).email).toBe(ANN)
    expect(fullLocation(await pressChange(phone, linkTo(world)))).toBe(CHANGED)
  })

  test('is not stored by a link in a browser that has signed out', async () => {
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
  ])('is not stored by a link scanner: %s %j', async (method, headers) => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    await world.auth.handle(new Request(linkTo(world), { method, headers: { cookie: browser.header, ...headers } }))
    expect(kept(world).email).toBe(ANN)
    await browser.get(linkTo(world))
    expect(kept(world).email).toBe(NEW)
  })

  test('is not stored by a form of another origin', async () => {
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

  test('shows the success again if the link is opened again in any browser', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    const link = linkTo(world)
    await browser.get(link)
    const { emailVerified } = [...world.adapter.state().users.values()][0] as AdapterUser
    world.clock.forward(60)
    expect(fullLocation(await browser.get(link))).toBe(CHANGED)
    for (const response of [await world.browser().get(link), await pressChange(world.browser(), link)])
      expect(await response.text()).toContain('Your address was changed')
    expect([...world.adapter.state().users.values()][0]).toMatchObject({ email: NEW, emailVerified })
    // One e-mail to the new address and one to the former: no duplicates.
    expect(world.notices.map(({ identifier }) => identifier)).toEqual([NEW, ANN])
  })

  test('is stored once by fifty concurrent clicks', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    const link = linkTo(world)
    const answers = await Promise.all(Array.from({ length: 50 }, () => pressChange(world.browser(), link)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(kept(world).email).toBe(NEW)
    expect(mailsTo(world, ANN)).toHaveLength(1)
  })

  test('shows the success to the slower of two clicks', async () => {
    const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
    // Another click completes between this click's read of the user and its use of the token.
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
  ])('after %i seconds is %s', async (seconds, email, response) => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    world.clock.forward(seconds)
    expect(location(await pressChange(browser, linkTo(world)))).toBe(response)
    expect(kept(world).email).toBe(email)
  })
})

describe('the account page', () => {
  const page = async (world: ReturnType<typeof makeChangeWorld>): Promise<string> =>
    (await (await signedIn(world)).get('/auth/account')).text()

  test('has the form if the address can be changed', async () => {
    expect(await page(makeChangeWorld())).toContain('value="email-change"')
  })

  test('has no form if the provider sends only sign-in e-mails', async () => {
    const world = makeWorld()
    const browser = await signedIn(world)
    expect(await (await browser.get('/auth/account')).text()).not.toContain('value="email-change"')
    expect((await wish(browser)).status).toBe(404)
  })
})

describe('the notification of a change', () => {
  test('is an event and an e-mail to the former address', async () => {
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

  test('is not sent to an unverified former address', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    const [id = ''] = world.adapter.state().users.keys()
    await world.adapter.updateUser({ id, emailVerified: null })
    await wish(browser)
    await browser.get(linkTo(world))
    expect(kept(world)).toEqual({ email: NEW, isProven: true })
    expect(mailsTo(world, ANN)).toEqual([])
  })

  test('is not sent if the user verifies the current address', async () => {
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
