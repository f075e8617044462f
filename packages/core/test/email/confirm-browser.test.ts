import { describe, expect, test } from 'vitest'
import type { EmailConfig } from '@authwright/core'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { requestChange, setUpChange, signInByMail } from '@authwright/test-kit/email/change-setup'
import {
  ANN,
  confirmLink,
  requestMail,
  setUpEmail,
  submitCode,
  wrongCodes,
  type EmailSetup,
} from '@authwright/test-kit/email/email-setup'

const ERROR = `${ORIGIN}/auth/error?error=Verification`
const DAY = 86_400

const isRefused = (response: Response): boolean => fullLocation(response).includes('error=TooManyRequests')

const request = (browser: TestBrowser): Promise<Response> => browser.post('/auth/signin/email', { email: ANN })

/** Attackers request e-mails to Ann until no browser that is not remembered can request one today. */
const exhaustDay = async (setup: EmailSetup): Promise<void> => {
  for (let i = 0; i < 6; i += 1) {
    for (let k = 0; k < 6; k += 1) await request(setup.browser())
    setup.clock.forward(900)
  }
}

/** The link of the latest e-mail that only confirms a browser. */
const linkOf = ({ mails }: EmailSetup): string => mails.at(-1)?.confirmUrl ?? ''

/** Press the button of the page. */
const confirm = (browser: TestBrowser, link: string): Promise<Response> =>
  browser.post('/auth/confirm-browser', Object.fromEntries(new URL(link).searchParams))

const signInByCode = async (setup: EmailSetup, browser: TestBrowser): Promise<void> => {
  const { code } = await requestMail(setup, browser)
  await submitCode(browser, code)
}

describe('an attacker who requests all e-mails to an address', () => {
  const modes: readonly (readonly [string, Partial<EmailConfig>])[] = [
    ['code', { mode: 'code' }],
    ['both', { mode: 'both' }],
    ['link', { mode: 'link', maxAge: 600 }],
  ]
  test.each(modes)('does not lock out its user, who confirms a browser hours later (%s)', async (_mode, options) => {
    const setup = setUpEmail(options)
    await exhaustDay(setup)
    setup.clock.forward(8 * 3600)
    const owner = setup.browser()
    expect(isRefused(await request(owner))).toBe(true)
    expect((await confirm(owner, linkOf(setup))).status).toBe(200)
    expect(await owner.session()).toBeNull()
    const { url, code } = await requestMail(setup, owner)
    await (code === undefined ? owner.get(url) : submitCode(owner, code))
    expect(await owner.session()).toMatchObject({ user: { email: ANN } })
  })

  test('and tries all codes of a day does not lock out its user either', async () => {
    const setup = setUpEmail({ mode: 'code', limits: { attempts: 5 } })
    const attacker = setup.browser()
    const { code } = await requestMail(setup, attacker)
    for (const wrong of wrongCodes(code).slice(0, 5)) await submitCode(attacker.copy(), wrong)
    const owner = setup.browser()
    await signInByCode(setup, owner)
    expect(await owner.session()).toBeNull()
    await confirm(owner, linkOf(setup))
    await signInByCode(setup, owner)
    expect(await owner.session()).not.toBeNull()
  })

  test('by changing the address of an account to it does not lock out its user', async () => {
    const setup = setUpChange({ mode: 'code', limits: { sends: 1 } })
    const owner = await signInByMail(setup)
    await owner.post('/auth/signout')
    for (let i = 0; i < 7; i += 1) {
      await requestChange(await signInByMail(setup, `attacker${i}@example.org`), ANN)
      setup.clock.forward(900)
    }
    const device = setup.browser()
    expect(isRefused(await request(device))).toBe(true)
    const mail = setup.notifications.filter(({ identifier }) => identifier === ANN).at(-1)
    const link = /^https:.*confirm-browser.*$/m.exec(mail?.message.text ?? '')?.[0] ?? ''
    await confirm(device, link)
    await signInByCode(setup, device)
    expect(await device.session()).toMatchObject({ user: { email: ANN } })
  })
})

describe('the link that confirms a browser', () => {
  const sent = async () => {
    const setup = setUpEmail({ mode: 'code' })
    await requestMail(setup, setup.browser())
    return { setup, link: linkOf(setup) }
  }
  /** Whether a browser has limits of its own, while those of all other browsers are exhausted. */
  const isRemembered = async (setup: EmailSetup, browser: TestBrowser): Promise<boolean> => {
    for (let i = 0; i < 6; i += 1) await request(setup.browser())
    return !isRefused(await request(browser))
  }

  test('is in the text and the HTML of the e-mail', async () => {
    const { setup, link } = await sent()
    const { text, html } = setup.mails.at(-1)?.message ?? { text: '', html: '' }
    expect(link).toContain(`${ORIGIN}/auth/confirm-browser?token=`)
    expect(text).toContain(`\n${link}\n`)
    expect(html).toContain(`href="${link}"`)
  })

  test('is not in an e-mail whose sign-in link works for a day', async () => {
    const setup = setUpEmail({ mode: 'link' })
    const { message, confirmUrl } = await requestMail(setup, setup.browser())
    expect([confirmUrl, message.text.includes('confirm-browser')]).toEqual([undefined, false])
    await exhaustDay(setup)
    setup.clock.forward(8 * 3600)
    const owner = setup.browser()
    await confirmLink(owner, setup.mails.at(-1)?.url ?? '')
    expect(await owner.session()).not.toBeNull()
  })

  test('shows a page with the address and changes nothing by a GET', async () => {
    const { setup, link } = await sent()
    const owner = setup.browser()
    const page = await (await owner.get(link)).text()
    expect(page).toContain('ann<wbr />@example.org')
    expect(await isRemembered(setup, owner)).toBe(false)
  })

  test('confirms one browser, and a second click in it is no error', async () => {
    const { setup, link } = await sent()
    const [owner, other] = [setup.browser(), setup.browser()]
    for (let i = 0; i < 2; i += 1) expect((await confirm(owner, link)).status).toBe(200)
    expect(location(await confirm(other, link))).toBe(ERROR)
    expect([await isRemembered(setup, owner), await isRemembered(setup, other)]).toEqual([true, false])
  })

  test('works for a day', async () => {
    const { setup, link } = await sent()
    setup.clock.forward(DAY)
    const [late, later] = [setup.browser(), setup.browser()]
    expect((await confirm(late, link)).status).toBe(200)
    setup.clock.forward(1)
    expect(location(await confirm(later, link))).toBe(ERROR)
    expect(location(await later.get(link))).toBe(ERROR)
  })

  test('is not accepted if it was changed, or sealed for another purpose', async () => {
    const { setup, link } = await sent()
    const changed = `${link.slice(0, -2)}${link.endsWith('AA') ? 'BB' : 'AA'}`
    const state = [...setup.browser().cookies.values(), ...(await mailCookies(setup))]
    const others = [changed, ...state.map((token) => `${ORIGIN}/auth/confirm-browser?token=${token}`)]
    for (const other of [...others, `${ORIGIN}/auth/confirm-browser`]) {
      const browser = setup.browser()
      expect(location(await confirm(browser, other))).toBe(ERROR)
      expect(await isRemembered(setup, browser)).toBe(false)
    }
  })

  test('must be confirmed on a page of this site', async () => {
    const { setup, link } = await sent()
    const browser = setup.browser()
    const fields = Object.fromEntries(new URL(link).searchParams)
    await browser.post('/auth/confirm-browser', fields, { origin: 'https://evil.example' })
    expect(await isRemembered(setup, browser)).toBe(false)
  })
})

/** The values of the cookies of a browser that requested an e-mail. */
const mailCookies = async (setup: EmailSetup): Promise<readonly string[]> => {
  const browser = setup.browser()
  await request(browser)
  return [...browser.cookies.values()]
}
