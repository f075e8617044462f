import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { CallbacksOptions } from '../../src/types.ts'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import {
  storedEmail,
  linkTo,
  mailsTo,
  setUpChange,
  NEW,
  confirmChange,
  signInByMail,
  requestChange,
} from '@authwright/test-kit/email/change-setup'
import { ANN } from '@authwright/test-kit/email/email-setup'

const ACCOUNT = `${ORIGIN}/auth/account`
const FORM = `${ACCOUNT}?change=email-change`
const SENT = `${ACCOUNT}?done=email-sent`
const CHANGED = `${ACCOUNT}?done=email-changed`
const BOB = 'bob@example.org'
const LOST = `${ORIGIN}/auth/account?error=Verification`

const attempts = (browser: TestBrowser): readonly string[] =>
  [...browser.cookies.keys()].filter((name) => name.includes('.state.'))

describe('a request for a new address', () => {
  test('needs a recent sign-in', async () => {
    const setup = setUpChange()
    expect(fullLocation(await requestChange(setup.browser()))).toContain('error=SessionRequired')
    const browser = await signInByMail(setup)
    setup.clock.forward(901)
    expect(fullLocation(await requestChange(browser))).toContain('error=ReauthenticationRequired')
    const attacker = setup.browser({
      ...Object.fromEntries([...browser.cookies].filter(([name]) => /session/.test(name))),
    })
    setup.clock.forward(-901)
    expect(fullLocation(await requestChange(attacker))).toContain('error=ReauthenticationRequired')
    expect(setup.notifications).toEqual([])
  })

  test.each(['a@', 'a@evil.test,v@app.test', '', 'Ann <ann@new.example>'])(
    'for %j is refused at the field',
    async (typed) => {
      const setup = setUpChange()
      const browser = await signInByMail(setup)
      const page = fullLocation(await requestChange(browser, typed))
      expect(page).toBe(`${FORM}&error=InvalidEmail`)
      // The address stays in the field, and is in no URL.
      const html = await (await browser.get(page)).text()
      expect(/<input[^>]* name="email"[^>]*value="([^"]*)"[^>]*aria-invalid="true"/.exec(html)?.[1]).toBe(
        typed.replace('<', '&lt;').replace('>', '&gt;'),
      )
      expect(html).toContain('This email address cannot be used')
      expect(setup.notifications).toEqual([])
    },
  )

  test('has the same response for a free address and for the address of another user', async () => {
    const setup = setUpChange()
    await signInByMail(setup, BOB)
    const responses = []
    for (const email of [NEW, BOB]) {
      const response = await requestChange(await signInByMail(setup), email)
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/\.[0-9a-f]{12}=[^;]+/, ''))
      responses.push({ status: response.status, location: fullLocation(response), cookies })
    }
    expect(responses[0]).toEqual(responses[1])
    const [mail] = mailsTo(setup, BOB)
    expect(mail?.message.text).toContain('already belongs to an account')
    expect(`${mail?.url} ${mail?.message.text}${mail?.message.html}`).not.toContain('change-email')
  })

  test('for the address of another user has no effect, even with the unsent code', async () => {
    const setup = setUpChange({ mode: 'code' })
    await signInByMail(setup, BOB)
    const browser = await signInByMail(setup)
    await requestChange(browser, BOB)
    expect(mailsTo(setup, BOB)[0]?.message.text).not.toMatch(/^[A-Z]{4}-[A-Z]{4}$/m)
    const emails = [...setup.adapter.state().users.values()].map(({ email }) => email)
    expect(emails).toEqual([BOB, ANN])
  })

  test('is refused at the confirmation if another user has taken the address meanwhile', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await signInByMail(setup, NEW)
    const response = await browser.get(linkTo(setup))
    expect(fullLocation(response)).toBe(`${ACCOUNT}?error=AccountNotLinked`)
    expect([...setup.adapter.state().users.values()].map(({ email }) => email)).toEqual([ANN, NEW])
  })

  test('does not update the user if the address is taken, even without a unique constraint', async () => {
    const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
    const written: unknown[] = []
    const updateUser: typeof memory.updateUser = (user) => {
      written.push(user.email)
      return memory.updateUser(user)
    }
    const { transaction: _without, ...adapter } = { ...memory, updateUser }
    const setup = setUpChange({}, { config: { adapter } })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await signInByMail(setup, NEW)
    await browser.get(linkTo(setup))
    expect(written).not.toContain(NEW)
  })

  test('ends when another new address is confirmed', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    const before = attempts(browser)
    await requestChange(browser, 'first@new.example')
    await requestChange(browser, 'second@new.example')
    expect(attempts(browser)).toHaveLength(before.length + 2)
    await browser.get(linkTo(setup, 'second@new.example'))
    expect(location(await confirmChange(browser, linkTo(setup, 'first@new.example')))).toBe(LOST)
    expect(storedEmail(setup).email).toBe('second@new.example')
    expect(attempts(browser)).toEqual(before)
  })

  test('does not end when another user confirms an address', async () => {
    const setup = setUpChange()
    const [ann, bob] = [await signInByMail(setup), await signInByMail(setup, BOB)]
    await requestChange(ann)
    await requestChange(bob, 'bob@new.example')
    await ann.get(linkTo(setup))
    expect(fullLocation(await bob.get(linkTo(setup, 'bob@new.example')))).toBe(CHANGED)
  })

  test('survives a sign-in by e-mail to the current address', async () => {
    const setup = setUpChange()
    await requestChange(await signInByMail(setup))
    setup.clock.forward(60)
    const phone = await signInByMail(setup)
    expect(fullLocation(await confirmChange(phone, linkTo(setup)))).toBe(CHANGED)
  })

  test('ends when the address is changed in another way', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    const [id = ''] = setup.adapter.state().users.keys()
    await setup.adapter.updateUser({ id, email: BOB })
    expect(location(await browser.get(linkTo(setup)))).toBe(LOST)
    expect(storedEmail(setup).email).toBe(BOB)
  })

  test('of a deleted user creates no user', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    const [id = ''] = setup.adapter.state().users.keys()
    await setup.adapter.deleteUser(id)
    expect(await (await confirmChange(browser, linkTo(setup))).text()).toContain('Sign in to finish')
    expect(setup.adapter.state().users.size).toBe(0)
  })

  test('is limited to five e-mails within 15 minutes', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    for (let i = 0; i < 5; i += 1) expect(fullLocation(await requestChange(browser, `p${i}@example.org`))).toBe(SENT)
    expect(fullLocation(await requestChange(browser, 'p5@example.org'))).toBe(
      `${FORM}&error=TooManyRequests&retryAfter=900`,
    )
    expect(await (await browser.get(`${FORM}&error=TooManyRequests&retryAfter=900`)).text()).toContain('in 15 minutes')
    expect(setup.notifications).toHaveLength(5)
  })

  test('counts toward the limit of e-mails to the address, like a sign-in e-mail', async () => {
    const setup = setUpChange({ limits: { sends: 1 } })
    const browser = await signInByMail(setup)
    await setup.browser().post('/auth/signin/email', { email: NEW })
    expect(fullLocation(await requestChange(browser))).toContain('error=TooManyRequests')
    expect(setup.notifications).toEqual([])
  })

  test('can be refused by the signIn callback', async () => {
    const signIn: CallbacksOptions['signIn'] = ({ user }) => user.email?.endsWith('@example.org') === true
    const setup = setUpChange({}, { config: { callbacks: { signIn } } })
    const browser = await signInByMail(setup)
    const page = location(await requestChange(browser))
    expect(page).toBe(`${FORM}&error=AccessDenied`)
    const html = await (await browser.get(page)).text()
    expect(html).toContain('This address cannot be used here')
    expect(html).toContain(`value="${NEW}"`)
    expect(setup.notifications).toEqual([])
    expect(fullLocation(await requestChange(browser, 'other@example.org'))).toBe(SENT)
  })

  test('leaves no working token if its e-mail could not be sent', async () => {
    const sendNotification = () => Promise.reject(new Error('mailbox full'))
    const setup = setUpChange({ sendNotification: sendNotification })
    const browser = await signInByMail(setup)
    expect(fullLocation(await requestChange(browser))).toBe(`${FORM}&error=EmailSignInError`)
    expect(setup.adapter.state().tokens.size).toBe(0)
  })
})
