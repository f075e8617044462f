import { describe, expect, test } from 'vitest'
import { fullLocation, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { codeTo, kept, linkTo, mailsTo, makeChangeWorld, NEW, signedIn, wish } from './change-world.ts'
import type { ChangeWorld } from './change-world.ts'
import { ANN, ask, press, type, wrongCodes } from './world.ts'

const ACCOUNT = `${ORIGIN}/auth/account`
const CHANGED = `${ACCOUNT}?done=email-changed`
const BOB = 'bob@example.org'

/** Sign another user in, in Ann's browser. */
const becomeBob = async (world: ChangeWorld, browser: Visitor): Promise<void> => {
  const { url, code } = await ask(world, browser, BOB)
  await (code === undefined ? press(browser, url) : type(browser, code))
  expect(await browser.session()).toMatchObject({ user: { email: BOB } })
}

describe('the code in an e-mail to a new address', () => {
  const typeCode = (browser: Awaited<ReturnType<typeof signedIn>>, code: string) =>
    browser.post('/auth/account', { action: 'email-code', code })

  test('is entered on the account page, and the e-mail has no link', async () => {
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

  test('can come with a link, and one of them is enough', async () => {
    const world = makeChangeWorld({ mode: 'both' })
    const browser = await signedIn(world)
    await wish(browser)
    const [code, link] = [codeTo(world), linkTo(world)]
    const copy = browser.copy()
    await typeCode(browser, code)
    expect(kept(world).email).toBe(NEW)
    expect(fullLocation(await copy.get(link))).toBe(CHANGED)
  })

  test('allows five attempts', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    const code = codeTo(world)
    for (const wrong of wrongCodes(code).slice(0, 5))
      expect(fullLocation(await typeCode(browser, wrong))).toBe(`${ACCOUNT}?error=Verification`)
    await typeCode(browser, code)
    expect(kept(world).email).toBe(ANN)
  })

  test('counts toward the daily attempts for its address, and the account page shows the limit', async () => {
    const world = makeChangeWorld({ mode: 'code', limits: { attempts: 1 } })
    const browser = await signedIn(world)
    await wish(browser)
    await typeCode(browser, 'BBBB-BBBB')
    expect(fullLocation(await typeCode(browser, codeTo(world)))).toBe(
      `${ACCOUNT}?error=TooManyRequests&retryAfter=43200`,
    )
    expect(kept(world).email).toBe(ANN)
  })

  test('is refused on the account page if another user has taken the address meanwhile', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    await signedIn(world, NEW)
    expect(fullLocation(await typeCode(browser, codeTo(world)))).toBe(`${ACCOUNT}?error=AccountNotLinked`)
  })

  test('costs no attempt if the text cannot be a code', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    for (let i = 0; i < 6; i += 1) await typeCode(browser, 'пароль')
    await typeCode(browser, codeTo(world))
    expect(kept(world).email).toBe(NEW)
  })

  test('does not work in another browser or for another user', async () => {
    const world = makeChangeWorld({ mode: 'code' })
    const browser = await signedIn(world)
    await wish(browser)
    const code = codeTo(world)
    expect((await typeCode(await signedIn(world), code)).status).toBe(404)
    await becomeBob(world, browser)
    expect((await typeCode(browser, code)).status).toBe(404)
    expect(kept(world).email).toBe(ANN)
  })

  test('expires after 15 minutes', async () => {
    const world = makeChangeWorld({ mode: 'both', maxAge: 86_400 })
    const browser = await signedIn(world)
    await wish(browser)
    world.clock.forward(901)
    expect((await typeCode(browser, codeTo(world))).status).toBe(404)
    await browser.get(linkTo(world))
    expect(kept(world).email).toBe(NEW)
  })
})
