import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import {
  codeTo,
  confirmChange,
  linkTo,
  mailsTo,
  NEW,
  requestChange,
  setUpChange,
  signInByMail,
  storedEmail,
  undoChange,
  undoLinkTo,
  type ChangeSetup,
} from '@authwright/test-kit/email/change-setup'
import { ANN } from '@authwright/test-kit/email/email-setup'

const LOST = `${ORIGIN}/auth/error?error=Verification`
const CHANGED = `${ORIGIN}/auth/account?done=email-changed`
const HOUR = 3600
const THIEF = 'thief@one.example'

const textOf = async (response: Response): Promise<string> => (await response.text()).replaceAll('<wbr />', '')

/** Change the address of the user who is signed in in this browser. Returns the undo link to the previous address. */
const change = async (setup: ChangeSetup, browser: TestBrowser, from: string, to: string): Promise<string> => {
  setup.clock.forward(60)
  await requestChange(browser, to)
  expect(fullLocation(await browser.get(linkTo(setup, to)))).toBe(CHANGED)
  return undoLinkTo(setup, from)
}

const strategies = ['database', 'jwt'] as const

describe.each(strategies)('undoing a change of the address (%s)', (strategy) => {
  const open = async () => {
    const updates: unknown[] = []
    const events = {
      updateUser: ({ user }: { user: { email?: string | null | undefined } }) => void updates.push(user.email),
    }
    const setup = setUpChange({}, { config: { session: { strategy }, events } })
    const thief = await signInByMail(setup)
    const link = await change(setup, thief, ANN, NEW)
    return { setup, thief, link, updates, ann: setup.browser() }
  }

  test('needs a click on a page that names both addresses', async () => {
    const { setup, link, ann } = await open()
    const page = await ann.get(link)
    const text = await textOf(page)
    for (const expected of [ANN, NEW, 'app.example.com', 'Undo the change']) expect(text).toContain(expected)
    await setup.auth.handle(new Request(link, { method: 'HEAD' }))
    expect(storedEmail(setup).email).toBe(NEW)
  })

  test('restores the verified address, and tells the address that was removed', async () => {
    const { setup, link, ann, updates } = await open()
    const done = await undoChange(ann, link)
    expect([done.status, await textOf(done)]).toEqual([200, expect.stringContaining('Your address is back')])
    expect(storedEmail(setup)).toEqual({ email: ANN, isVerified: true })
    expect(updates.slice(-2)).toEqual([NEW, ANN])
    const [mail] = mailsTo(setup, NEW)
    expect(mail?.message.subject).toBe('Your app.example.com email was changed back')
    expect(mail?.url).toBe(`${ORIGIN}/auth/account`)
    expect(await (await signInByMail(setup, ANN)).session()).toMatchObject({ user: { email: ANN } })
    expect(setup.adapter.state().users.size).toBe(1)
  })

  test('ends all sessions', async () => {
    const { setup, link, ann } = await open()
    await signInByMail(setup, NEW)
    setup.clock.forward(60)
    await undoChange(ann, link)
    const { sessions, users } = setup.adapter.state()
    expect(sessions.size).toBe(0)
    const revokedAt = [...users.values()][0]?.sessionsRevokedAt?.getTime()
    expect(revokedAt).toBe(strategy === 'jwt' ? setup.clock.now() : undefined)
  })

  test('works once, and a second click shows that it is done', async () => {
    const { setup, link, ann } = await open()
    await undoChange(ann, link)
    for (const response of [await undoChange(ann, link), await ann.get(link)])
      expect(await textOf(response)).toContain('Your address is back')
    const again = await signInByMail(setup, ANN)
    await change(setup, again, ANN, 'ann@third.example')
    expect(location(await undoChange(ann, link))).toBe(LOST)
    expect(storedEmail(setup).email).toBe('ann@third.example')
  })

  test('ends the sessions at the second click if that failed at the first', async () => {
    const { setup, link, ann } = await open()
    await signInByMail(setup, NEW)
    const [id = ''] = setup.adapter.state().users.keys()
    await setup.adapter.updateUser({ id, email: ANN, emailVerified: new Date(setup.clock.now()) })
    await undoChange(ann, link)
    const { sessions, users } = setup.adapter.state()
    expect(sessions.size).toBe(0)
    expect([...users.values()][0]?.sessionsRevokedAt instanceof Date).toBe(strategy === 'jwt')
  })

  test('works although the attacker signs in by e-mail to the new address', async () => {
    const { setup, link, ann } = await open()
    for (let i = 0; i < 2; i += 1) {
      setup.clock.forward(60)
      await signInByMail(setup, NEW)
    }
    await undoChange(ann, link)
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('works although the application writes the date of the verification', async () => {
    const { setup, link, ann } = await open()
    const [id = ''] = setup.adapter.state().users.keys()
    await setup.adapter.updateUser({ id, emailVerified: new Date(setup.clock.now() + 60_000) })
    await undoChange(ann, link)
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('works for 72 hours', async () => {
    const { setup, link, ann } = await open()
    setup.clock.forward(72 * HOUR + 1)
    for (const response of [await ann.get(link), await undoChange(ann, link)]) expect(location(response)).toBe(LOST)
    expect(storedEmail(setup).email).toBe(NEW)
    setup.clock.forward(-1)
    await undoChange(ann, link)
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('voids a change that was requested before', async () => {
    const setup = setUpChange({}, { config: { session: { strategy } } })
    const thief = await signInByMail(setup)
    await requestChange(thief, THIEF)
    const link = await change(setup, thief, ANN, NEW)
    await undoChange(setup.browser(), link)
    setup.clock.forward(60)
    const signedIn = await signInByMail(setup, ANN, thief)
    expect(location(await confirmChange(signedIn, linkTo(setup, THIEF)))).toBe(
      `${ORIGIN}/auth/account?error=Verification`,
    )
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('gives the address back although its owner has signed in with it since, as a new user', async () => {
    const { setup, link, ann } = await open()
    setup.clock.forward(60)
    await signInByMail(setup, ANN)
    expect((await ann.get(link)).status).toBe(200)
    expect((await undoChange(ann, link)).status).toBe(200)
    expect([...setup.adapter.state().users.values()].map(({ email }) => email)).toEqual([ANN, null])
  })

  test('is refused if another user had the address before the change, and the page says so', async () => {
    const { setup, link, ann } = await open()
    await setup.adapter.createUser({ id: 'other', email: ANN, emailVerified: new Date(setup.clock.now() - 86_400_000) })
    for (const response of [await ann.get(link), await undoChange(ann, link)])
      expect([response.status, await textOf(response)]).toEqual([
        409,
        expect.stringContaining('This address is in use'),
      ])
    expect([...setup.adapter.state().users.values()].map(({ email }) => email)).toEqual([NEW, ANN])
  })

  test('is not done by a form of another origin', async () => {
    const { setup, link, ann } = await open()
    const fields = Object.fromEntries(new URL(link).searchParams)
    await ann.post('/auth/undo-email', fields, { origin: 'https://evil.test' })
    expect(storedEmail(setup).email).toBe(NEW)
  })
})

describe('the mail to the previous address', () => {
  test('has an undo link, and the button works without a sign-in', async () => {
    const setup = setUpChange({ mode: 'both' })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await browser.post('/auth/account', { action: 'email-code', code: codeTo(setup) })
    const [mail] = mailsTo(setup, ANN)
    for (const text of ['within 3 days', undoLinkTo(setup, ANN)]) expect(mail?.message.text).toContain(text)
    expect(mail?.message.html).toContain('Undo the change')
    await undoChange(setup.browser(), undoLinkTo(setup, ANN))
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('is sent although other notifications have reached their limit', async () => {
    const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
    const incrementCounter: typeof memory.incrementCounter = (key, expires) =>
      key.startsWith('notification day') ? 100 : memory.incrementCounter(key, expires)
    const setup = setUpChange({}, { config: { adapter: { ...memory, incrementCounter } } })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await browser.get(linkTo(setup))
    expect(undoLinkTo(setup, ANN)).toContain('token=')
  })

  test('is not sent to an address that was not verified, so it gets no power over the account', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    const [id = ''] = setup.adapter.state().users.keys()
    await setup.adapter.updateUser({ id, emailVerified: null })
    await requestChange(browser)
    await browser.get(linkTo(setup))
    expect(mailsTo(setup, ANN)).toEqual([])
    expect(setup.adapter.state().tokens.size).toBe(0)
  })

  test('is not sent where notifications are off', async () => {
    const setup = setUpChange({}, { config: { account: { notifications: false } } })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await browser.get(linkTo(setup))
    expect([mailsTo(setup, ANN), setup.adapter.state().tokens.size]).toEqual([[], 0])
  })
})

describe.each(strategies)('after a change of the address (%s)', (strategy) => {
  test('the other sessions of the user end, and this browser stays signed in', async () => {
    const setup = setUpChange({}, { config: { session: { strategy } } })
    const browser = await signInByMail(setup)
    await signInByMail(setup)
    await change(setup, browser, ANN, NEW)
    expect(await browser.session()).toMatchObject({ user: { email: NEW } })
    const { sessions, users } = setup.adapter.state()
    expect(sessions.size).toBe(strategy === 'jwt' ? 0 : 1)
    expect([...users.values()][0]?.sessionsRevokedAt instanceof Date).toBe(strategy === 'jwt')
  })
})
