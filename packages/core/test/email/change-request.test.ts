import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { CallbacksOptions } from '../../src/types.ts'
import { fullLocation, location, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { kept, linkTo, mailsTo, makeChangeWorld, NEW, pressChange, signedIn, wish } from './change-world.ts'
import { ANN } from './world.ts'

const ACCOUNT = `${ORIGIN}/auth/account`
const SENT = `${ACCOUNT}?done=email-sent`
const CHANGED = `${ACCOUNT}?done=email-changed`
const BOB = 'bob@example.org'
const LOST = `${ORIGIN}/auth/error?error=Verification`

const attempts = (browser: Visitor): readonly string[] =>
  [...browser.cookies.keys()].filter((name) => name.includes('.state.'))

describe('a request for a new address', () => {
  test('needs a recent sign-in', async () => {
    const world = makeChangeWorld()
    expect(fullLocation(await wish(world.browser()))).toContain('error=SessionRequired')
    const browser = await signedIn(world)
    world.clock.forward(901)
    expect(fullLocation(await wish(browser))).toContain('error=ReauthenticationRequired')
    const thief = world.browser({
      ...Object.fromEntries([...browser.cookies].filter(([name]) => /session/.test(name))),
    })
    world.clock.forward(-901)
    expect(fullLocation(await wish(thief))).toContain('error=ReauthenticationRequired')
    expect(world.notices).toEqual([])
  })

  test.each(['a@', 'a@evil.test,v@app.test', '', 'Ann <ann@new.example>'])(
    'for %j is refused on the account page',
    async (typed) => {
      const world = makeChangeWorld()
      const browser = await signedIn(world)
      expect(fullLocation(await wish(browser, typed))).toBe(`${ACCOUNT}?error=EmailSignInError`)
      expect(world.notices).toEqual([])
    },
  )

  test('has the same response for a free address and for the address of another user', async () => {
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

  test('for the address of another user has no effect, even with the unsent code', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    await signedIn(world, BOB)
    const browser = await signedIn(world)
    await wish(browser, BOB)
    expect(mailsTo(world, BOB)[0]?.message.text).not.toMatch(/[A-Z]{4}-[A-Z]{4}/)
    const emails = [...world.adapter.state().users.values()].map(({ email }) => email)
    expect(emails).toEqual([BOB, ANN])
  })

  test('is refused at the confirmation if another user has taken the address meanwhile', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    await signedIn(world, NEW)
    const response = await browser.get(linkTo(world))
    expect(fullLocation(response)).toContain('error=AccountNotLinked')
    expect([...world.adapter.state().users.values()].map(({ email }) => email)).toEqual([ANN, NEW])
  })

  test('does not update the user if the address is taken, even without a unique constraint', async () => {
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

  test('ends when another new address is confirmed', async () => {
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

  test('does not end when another user confirms an address', async () => {
    const world = makeChangeWorld()
    const [ann, bob] = [await signedIn(world), await signedIn(world, BOB)]
    await wish(ann)
    await wish(bob, 'bob@new.example')
    await ann.get(linkTo(world))
    expect(fullLocation(await bob.get(linkTo(world, 'bob@new.example')))).toBe(CHANGED)
  })

  test('ends when another new address is confirmed, also if the adapter cannot delete tokens', async () => {
    const world = makeChangeWorld({}, { adapter: { deleteVerificationTokens: undefined } })
    const browser = await signedIn(world)
    await wish(browser, 'first@new.example')
    await wish(browser, 'second@new.example')
    await browser.get(linkTo(world, 'second@new.example'))
    await pressChange(browser, linkTo(world, 'first@new.example'))
    expect(kept(world).email).toBe('second@new.example')
  })

  test('ends when the address is changed in another way', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    const [id = ''] = world.adapter.state().users.keys()
    await world.adapter.updateUser({ id, email: BOB })
    expect(location(await browser.get(linkTo(world)))).toBe(LOST)
    expect(kept(world).email).toBe(BOB)
  })

  test('of a deleted user creates no user', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    await wish(browser)
    const [id = ''] = world.adapter.state().users.keys()
    await world.adapter.deleteUser(id)
    expect(location(await pressChange(browser, linkTo(world)))).toBe(LOST)
    expect(world.adapter.state().users.size).toBe(0)
  })

  test('is limited to five e-mails within 15 minutes', async () => {
    const world = makeChangeWorld()
    const browser = await signedIn(world)
    for (let i = 0; i < 5; i += 1) expect(fullLocation(await wish(browser, `p${i}@example.org`))).toBe(SENT)
    expect(fullLocation(await wish(browser, 'p5@example.org'))).toBe(`${ACCOUNT}?error=TooManyRequests&retryAfter=900`)
    expect(await (await browser.get(`${ACCOUNT}?error=TooManyRequests&retryAfter=900`)).text()).toContain(
      'in 15 minutes',
    )
    expect(world.notices).toHaveLength(5)
  })

  test('counts toward the limit of e-mails to the address, like a sign-in e-mail', async () => {
    const world = makeChangeWorld({ limits: { sends: 1 } })
    const browser = await signedIn(world)
    await world.browser().post('/auth/signin/email', { email: NEW })
    expect(fullLocation(await wish(browser))).toContain('error=TooManyRequests')
    expect(world.notices).toEqual([])
  })

  test('can be refused by the signIn callback', async () => {
    const signIn: CallbacksOptions['signIn'] = ({ user }) => user.email?.endsWith('@example.org') === true
    const world = makeChangeWorld({}, { config: { callbacks: { signIn } } })
    const browser = await signedIn(world)
    expect(location(await wish(browser))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect(world.notices).toEqual([])
    expect(fullLocation(await wish(browser, 'other@example.org'))).toBe(SENT)
  })

  test('leaves no working token if its e-mail could not be sent', async () => {
    const sendNotification = () => Promise.reject(new Error('mailbox full'))
    const world = makeChangeWorld({ sendNotification: sendNotification })
    const browser = await signedIn(world)
    expect(fullLocation(await wish(browser))).toBe(`${ACCOUNT}?error=EmailSignInError`)
    expect(world.adapter.state().tokens.size).toBe(0)
  })
})
