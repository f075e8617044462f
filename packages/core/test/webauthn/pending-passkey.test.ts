import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { chooseOnPage } from '@authwright/test-kit/webauthn/keep-passkey'
import { pendingPasskeyRules } from '@authwright/test-kit/webauthn/pending-passkeys'
import { fetchOptions, register, setUpPasskeys, type PasskeySetup } from '@authwright/test-kit/webauthn/passkey-setup'
import { allOf, readPage, textOf } from '../pages/read-page.ts'

const ADA = 'ada@example.org'
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const CHROME = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' }

const linkOf = ({ mails }: PasskeySetup): string => mails.at(-1)?.url ?? ''
const passkeysOf = ({ adapter }: PasskeySetup) => [...adapter.state().authenticators.values()]

/** Sign up, open the link of the e-mail, and return the URL of the page that asks. */
const askedIn = async (
  setup: PasskeySetup,
  browser: TestBrowser,
  { email = ADA, headers = {} as Record<string, string>, callbackUrl = '/' } = {},
): Promise<string> => {
  const { options } = await fetchOptions(browser, { action: 'register', email })
  const fields = { action: 'register', data: new Passkey().register(options), callbackUrl }
  await browser.post('/auth/callback/passkey', fields, { origin: ORIGIN, ...headers })
  return location(await browser.get(linkOf(setup)))
}

/** The labels of the two buttons in their order, and the whole text of the page. */
const readQuestion = async (browser: TestBrowser, url: string, headers: Record<string, string> = {}) => {
  const page = readPage(await (await browser.get(url, headers)).text())
  const choices = allOf(page, 'button').flatMap(({ attributes }) => attributes.get('value') ?? [])
  return { choices, text: allOf(page, 'main').map(textOf).join(' ') }
}

const addAda = ({ adapter }: PasskeySetup) => adapter.createUser({ id: 'ada', email: ADA, emailVerified: new Date() })

describe('a passkey that waits for its e-mail', () => {
  pendingPasskeyRules(() => memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') }))
})

describe('the page that asks about a passkey', () => {
  test('names the address, the browser and the time', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const browser = setup.browser()
    const url = await askedIn(setup, browser, { headers: CHROME })
    setup.clock.forward(180)
    const { text } = await readQuestion(browser, url)
    for (const part of ['app.example.com', 'Chrome on Windows', '3 minutes ago']) expect(text).toContain(part)
    expect(text.replaceAll(/\s/g, '')).toContain(ADA)
  })

  test('offers "keep" first to a new user in the kind of browser that created the passkey', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const browser = setup.browser()
    const url = await askedIn(setup, browser, { headers: FIREFOX })
    expect((await readQuestion(browser, url, FIREFOX)).choices).toEqual(['keep', 'discard'])
    expect((await readQuestion(browser, url, CHROME)).choices).toEqual(['discard', 'keep'])
  })

  test('offers "keep" last to an existing user', async () => {
    const setup = setUpPasskeys({ withMail: true })
    await addAda(setup)
    const browser = setup.browser()
    const url = await askedIn(setup, browser, { headers: FIREFOX })
    expect((await readQuestion(browser, url, FIREFOX)).choices).toEqual(['discard', 'keep'])
  })

  test('stores nothing before its form is posted, however often it is opened', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const browser = setup.browser()
    const url = await askedIn(setup, browser)
    for (const query of ['', '&choice=keep']) await browser.get(`${url}${query}`)
    expect(passkeysOf(setup)).toEqual([])
  })

  test('comes before the page for new users, and leads to it', async () => {
    const setup = setUpPasskeys({ withMail: true, config: { pages: { newUser: '/welcome' } } })
    const browser = setup.browser()
    const url = await askedIn(setup, browser, { callbackUrl: '/members' })
    expect(url).toContain(`${ORIGIN}/auth/passkey?keep=`)
    const response = await chooseOnPage(browser, url, 'keep')
    expect(location(response)).toBe(`${ORIGIN}/welcome?callbackUrl=${encodeURIComponent(`${ORIGIN}/members`)}`)
    expect(passkeysOf(setup)).toHaveLength(1)
  })
})

describe('the choice about a passkey', () => {
  test('stores it once if the form is posted twice', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const browser = setup.browser()
    const url = await askedIn(setup, browser)
    const [first, second] = [browser.copy(), browser.copy()]
    for (const one of [first, second]) expect(location(await chooseOnPage(one, url, 'keep'))).toBe(`${ORIGIN}/`)
    expect(passkeysOf(setup)).toHaveLength(1)
    expect(setup.errors).toEqual([])
  })

  test('must come from this site', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const browser = setup.browser()
    const { searchParams } = new URL(await askedIn(setup, browser))
    const fields = { keep: searchParams.get('keep') ?? '', choice: 'keep' }
    await browser.post('/auth/passkey', fields, { origin: 'https://evil.example' })
    expect(passkeysOf(setup)).toEqual([])
  })

  test('counts for 15 minutes after the passkey was created', async () => {
    const setup = setUpPasskeys({ withMail: true, config: { account: { reauthenticateAfter: 3600 } } })
    const browser = setup.browser()
    const url = await askedIn(setup, browser)
    setup.clock.forward(901)
    const late = browser.copy()
    expect((await readQuestion(late, url)).choices).toEqual([])
    expect(location(await chooseOnPage(browser, url, 'keep'))).toContain('error=')
    expect(passkeysOf(setup)).toEqual([])
  })

  test('counts only for the user whom the e-mail signed in', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const attacker = setup.browser()
    const url = await askedIn(setup, attacker, { email: 'attacker@example.org' })
    const victim = setup.browser()
    await victim.post('/auth/signin/mail', { email: ADA })
    await victim.get(linkOf(setup))
    expect((await victim.session())?.user?.email).toBe(ADA)
    // The cookie in which the passkey waits for an choice, injected into a browser with another session.
    for (const [name, value] of attacker.cookies) if (name.includes('pending-passkey')) victim.cookies.set(name, value)
    expect((await readQuestion(victim, url)).choices).toEqual([])
    await chooseOnPage(victim, url, 'keep')
    expect(passkeysOf(setup)).toEqual([])
  })

  test('does not count before the e-mail is opened, also if the user is signed in by another one', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const browser = setup.browser()
    await register(browser, new Passkey(), ADA)
    const callbackUrl = new URL(linkOf(setup)).searchParams.get('callbackUrl') ?? ''
    await browser.post('/auth/signin/mail', { email: ADA })
    await browser.get(linkOf(setup))
    expect((await browser.session())?.user?.email).toBe(ADA)
    await chooseOnPage(browser, callbackUrl, 'keep')
    expect(passkeysOf(setup)).toEqual([])
  })

  test('needs a recent sign-in', async () => {
    const setup = setUpPasskeys({ withMail: true, config: { account: { reauthenticateAfter: 60 } } })
    const browser = setup.browser()
    const url = await askedIn(setup, browser)
    setup.clock.forward(61)
    expect(location(await chooseOnPage(browser, url, 'keep'))).toContain('error=ReauthenticationRequired')
    expect(passkeysOf(setup)).toEqual([])
  })

  test('can be repeated after the database failed', async () => {
    const { transaction: _transaction, ...memory } = memoryAdapter()
    let isBroken = true
    const createAuthenticator: typeof memory.createAuthenticator = async (row) => {
      if (!isBroken) return memory.createAuthenticator(row)
      isBroken = false
      throw new Error('connection lost')
    }
    const setup = setUpPasskeys({ withMail: true, config: { adapter: { ...memory, createAuthenticator } } })
    const browser = setup.browser()
    const url = await askedIn(setup, browser)
    const failed = location(await chooseOnPage(browser, url, 'keep'))
    expect(failed).toContain('error=WebAuthnVerificationError')
    expect((await readQuestion(browser, failed)).choices).toHaveLength(2)
    expect(location(await chooseOnPage(browser, url, 'keep'))).toBe(`${ORIGIN}/`)
    expect(memory.state().authenticators.size).toBe(1)
  })
})

test('the e-mail of a sign-up says that a passkey waits, for known and unknown addresses', async () => {
  const setup = setUpPasskeys({ withMail: true })
  await addAda(setup)
  for (const email of [ADA, 'bob@example.org']) await register(setup.browser(), new Passkey(), email)
  await setup.browser().post('/auth/signin/mail', { email: ADA })
  expect(setup.mails.map(({ text }) => text.includes('A passkey was created for this address.'))).toEqual([
    true,
    true,
    false,
  ])
})
