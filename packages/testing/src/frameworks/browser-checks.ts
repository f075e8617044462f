import assert from 'node:assert/strict'
import { addAuthenticator, type BrowserPage } from './browser-page.ts'
import { SESSION_COOKIE, type Check, type Site } from './check.ts'

/** Waits until an element shows exactly this text. */
const waitForText = async (page: BrowserPage, selector: string, text: string): Promise<void> =>
  void (await page.waitForSelector(`${selector}:text-is("${text}")`))

/** Waits until the script of the page runs: a click before it would send the form without it. */
const openClient = async (page: BrowserPage, { origin }: Site): Promise<void> => {
  await page.goto(`${origin}/client`)
  await page.waitForSelector('[data-ready]', { state: 'attached' })
}

const enter = async (page: BrowserPage, password: string, username = 'ada'): Promise<void> => {
  await page.fill('[name=username]', username)
  await page.fill('[name=password]', password)
  await page.click('form:has([name=username]) button')
}

/** A passkey belongs to a domain, and an IP address is none. */
const domainOf = ({ origin }: Site): string => origin.replace('127.0.0.1', 'localhost')

/** The session cookie of a browser. Scripts cannot read it. */
const sessionCookie = async (page: BrowserPage, { origin }: Site): Promise<string | undefined> => {
  const tools = await page.context().newCDPSession(page)
  const { cookies } = (await tools.send('Network.getCookies', { urls: [origin] })) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[]
  }
  return cookies.find(({ name }) => name === SESSION_COOKIE)?.value
}

/** Errors of the scripts of a page, and what the framework reports when the HTML of the server is another one. */
const collectProblems = (page: BrowserPage): readonly string[] => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => void problems.push(message))
  page.on('console', (message) => {
    // An application without an icon.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) problems.push(message.text())
  })
  return problems
}

/** What needs a real browser: code of the framework there, and passkeys. */
export const browserChecks: readonly Check[] = [
  {
    id: 'C08',
    rule: 'signs up and in with a passkey on the built-in pages',
    needs: ['browser'],
    run: async (start) => {
      const site = await start({ hasPasskeys: true })
      const [origin, page] = [domainOf(site), await site.openPage()]
      // Without autofill the browser waits for the button.
      await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = undefined')
      await addAuthenticator(page)
      const signInPage = `${origin}/auth/signin?callbackUrl=%2Fapi%2Fme`
      await page.goto(signInPage)
      await page.fill('[name=email]', 'ada@example.org')
      await page.click('button:has-text("Sign up with a passkey")')
      await page.waitForURL(`${origin}/api/me`)
      assert.match((await page.textContent('pre')) ?? '', /"ada@example\.org"/)
      await page.goto(`${origin}/auth/signout`)
      await page.click('button:has-text("Sign out")')
      await page.waitForURL(`${origin}/`)
      await page.goto(`${origin}/api/me`)
      assert.equal(await page.textContent('pre'), 'null')
      await page.goto(signInPage)
      await page.click('button:has-text("Sign in with a passkey")')
      await page.waitForURL(`${origin}/api/me`)
      assert.match((await page.textContent('pre')) ?? '', /"ada@example\.org"/)
    },
  },
  {
    id: 'C16',
    rule: 'renders the session in the browser as the server did, without an error',
    needs: ['browser', 'pages'],
    run: async (start) => {
      const site = await start()
      const page = await site.openPage()
      const problems = collectProblems(page)
      await openClient(page, site)
      await waitForText(page, '#user', 'signed out')
      await enter(page, 'correct')
      await waitForText(page, '#user', 'ada')
      await openClient(page, site)
      await waitForText(page, '#user', 'ada')
      assert.deepEqual(problems, [])
    },
  },
  {
    id: 'C18',
    rule: 'signs in and out with JavaScript, and shows it on the page without loading it anew',
    needs: ['browser', 'client'],
    run: async (start) => {
      const site = await start()
      const page = await site.openPage()
      await openClient(page, site)
      await page.evaluate('window.isSamePage = true')
      await waitForText(page, '#user', 'signed out')
      await enter(page, 'wrong')
      await waitForText(page, '#refused', 'CredentialsSignin')
      await waitForText(page, '#user', 'signed out')
      await enter(page, 'correct')
      await waitForText(page, '#user', 'ada')
      const other = await page.context().newPage()
      await other.goto(`${site.origin}/api/me`)
      assert.match((await other.textContent('pre')) ?? '', /"ada"/)
      await page.click('#sign-out')
      await waitForText(page, '#user', 'signed out')
      assert.equal(await page.evaluate('window.isSamePage'), true)
      await other.goto(`${site.origin}/api/me`)
      assert.equal(await other.textContent('pre'), 'null')
    },
  },
  {
    id: 'C18',
    rule: "signs in by the framework's action with JavaScript",
    needs: ['browser', 'action'],
    run: async (start) => {
      const site = await start()
      const page = await site.openPage()
      await page.goto(`${site.origin}/enter`)
      await enter(page, 'wrong')
      await page.waitForURL(`${site.origin}/enter?refused=CredentialsSignin`)
      await page.waitForSelector('text=CredentialsSignin')
      await enter(page, 'correct')
      await page.waitForURL(`${site.origin}/api/me`)
      assert.match((await page.textContent('pre')) ?? '', /"ada"/)
    },
  },
  {
    id: 'C19',
    rule: 'shows a sign-in and a sign-out in other tabs',
    needs: ['browser', 'session-store'],
    run: async (start) => {
      const site = await start()
      const page = await site.openPage()
      const other = await page.context().newPage()
      await openClient(other, site)
      await openClient(page, site)
      await enter(page, 'correct')
      await waitForText(page, '#user', 'ada')
      await waitForText(other, '#user', 'ada')
      await page.click('#sign-out')
      await waitForText(other, '#user', 'signed out')
    },
  },
  {
    id: 'C21',
    rule: 'renews the cookie when the browser opens a page, which shows what other responses change',
    needs: ['browser', 'session-store'],
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const page = await site.openPage()
      await openClient(page, site)
      await enter(page, 'correct')
      await waitForText(page, '#user', 'ada')
      const before = await sessionCookie(page, site)
      await openClient(page, site)
      await waitForText(page, '#user', 'ada')
      assert.ok(before !== undefined && before !== (await sessionCookie(page, site)), 'the cookie was not renewed')
      const other = await page.context().newPage()
      await openClient(other, site)
      await enter(other, 'correct', 'grace')
      await waitForText(page, '#user', 'grace')
    },
  },
  {
    id: 'C44',
    rule: 'updates the session in the browser, and shows it on the page, in other tabs and on the server',
    needs: ['browser', 'session-store'],
    run: async (start) => {
      const site = await start()
      const page = await site.openPage()
      const other = await page.context().newPage()
      await openClient(other, site)
      await openClient(page, site)
      await enter(page, 'correct')
      await waitForText(page, '#user', 'ada')
      await page.click('#rename')
      await waitForText(page, '#user', 'Ada King')
      await waitForText(other, '#user', 'Ada King')
      await other.goto(`${site.origin}/api/me`)
      assert.match((await other.textContent('pre')) ?? '', /"Ada King"/)
    },
  },
]
