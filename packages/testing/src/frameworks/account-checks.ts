import assert from 'node:assert/strict'
import type { Browser } from '../cookie-browser.ts'
import { DEFAULT_ENVIRONMENT, type ApplicationOptions } from './application.ts'
import { assertIncludes, PUBLIC, userEmail, userName, withIdentityProvider, type Check, type Site } from './check.ts'

/** The link in the last e-mail to an address. */
const linkTo = (site: Site, kind: 'mail' | 'notification', address: string): string => {
  const line = site.logs().findLast((text) => text.startsWith(`${kind} ${address} http`))
  assert.ok(line, `no ${kind} to ${address}: ${site.logs().join('\n')}`)
  return line.split(' ')[2] ?? ''
}

/** Open the link of an e-mail. A page may ask before the link counts. */
const openLink = async (browser: Browser, link: string): Promise<void> => {
  await browser.get(link, { redirect: 'follow' })
  const form = browser.page()?.forms.findIndex(({ action }) => action.href.startsWith(new URL(link).origin)) ?? -1
  if (form >= 0 && browser.page()?.url.pathname === new URL(link).pathname)
    await browser.submit({}, { form, redirect: 'follow' })
}

/** Sign in with the link of an e-mail, which verifies the address. */
const signInByMail = async (site: Site, browser: Browser, address: string): Promise<void> => {
  await browser.post('/auth/signin/email', { email: address, callbackUrl: '/' })
  await openLink(browser, linkTo(site, 'mail', address))
}

/** Asserts that users sign in at a provider that posts its response, whatever `Origin` says. */
export const signInByPostedForm = (
  start: (options: ApplicationOptions) => Promise<Site>,
  options: ApplicationOptions = {},
): Promise<void> =>
  withIdentityProvider('/auth', async (issuer) => {
    const site = await start({ ...options, issuer, hasFormPost: true })
    for (const origin of [issuer, 'null', null]) {
      const browser = site.browser(PUBLIC)
      await browser.get('/auth/signin?callbackUrl=/api/me')
      await browser.submit({}, { press: 'Provider', redirect: 'follow' })
      // The page of the provider, whose script submits the form.
      await browser.submit({}, { press: 'Ada', redirect: 'follow' })
      const relay = await browser.submit({}, { headers: { origin } })
      assert.equal(relay.status, 200, `Origin ${origin}: ${relay.status} ${relay.text}`)
      // The page of the library posts the form again, now with the cookies.
      const page = await browser.submit({}, { redirect: 'follow' })
      assert.equal(page.url.href, `${PUBLIC}/api/me`, `Origin ${origin}`)
      assert.equal(userName(page.json()), 'Ada Lovelace', `Origin ${origin}`)
    }
  })

/** Responses that a provider posts, and what a signed-in user changes. */
export const accountChecks: readonly Check[] = [
  {
    id: 'C06',
    rule: 'accepts the form that a provider posts from its own origin, from an opaque one, and without Origin',
    run: (start) => signInByPostedForm(start),
  },
  {
    id: 'C09',
    rule: 'links an account of a provider, and changes the e-mail address, on the account page',
    run: (start) =>
      withIdentityProvider('/auth', async (issuer) => {
        const site = await start({ issuer, environment: { ...DEFAULT_ENVIRONMENT, AUTH_URL: PUBLIC } })
        const browser = site.browser(PUBLIC)
        const visitor = await site.browser(PUBLIC).get('/auth/account')
        assert.equal(visitor.location?.pathname, '/auth/signin')
        await signInByMail(site, browser, 'ada@example.org')
        assert.equal((await browser.get('/auth/account')).status, 200)
        await browser.submit({}, { press: 'Connect', redirect: 'follow' })
        const linked = await browser.submit({}, { press: 'Ada', redirect: 'follow' })
        assert.equal(linked.url.href, `${PUBLIC}/auth/account`)
        assertIncludes(linked.text, 'Provider Disconnect')
        const sent = await browser.post('/auth/account', { action: 'email-change', email: 'ada@new.example' })
        assert.equal(sent.location?.search, '?done=email-sent')
        await openLink(browser, linkTo(site, 'notification', 'ada@new.example'))
        assert.equal(userEmail((await browser.get('/api/me')).json()), 'ada@new.example')
      }),
  },
]
