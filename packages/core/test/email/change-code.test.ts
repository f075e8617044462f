import { describe, expect, test } from 'vitest'
import { fullLocation, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { codeTo, kept, linkTo, mailsTo, makeChangeWorld, NEW, signedIn, wish } from './change-world.ts'
import type { ChangeWorld } from './change-world.ts'
import { ANN, ask, press, type, wrongCodes } from './world.ts'

const ACCOUNT = `${ORIGIN}/auth/account`
const CHANGED = `${ACCOUNT}?done=email-changed`
const BOB = 'bob@example.org'

/** Somebody else signs in where Ann is. */
const becomeBob = async (world: ChangeWorld, browser: Visitor): Promise<void> => {
  const { url, code } = await ask(world, browser, BOB)
  await (code === undefined ? press(browser, url) : type(browser, code))
  expect(await browser.session()).toMatchObject({ user: { email: BOB } })
}

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
    const world = makeChangeWorld({ mode: 'code', limits: { attempts: 1 } })
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
