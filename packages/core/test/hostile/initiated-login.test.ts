import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OIDCConfig } from '../../src/index.ts'
import { startOp, type Op } from '../oauth/op.ts'
import { oauth, oidc } from '../oauth/oauth-setup.ts'
import { checkRedirect, payloads } from '../support/return-addresses.ts'
import {
  fullLocation,
  location,
  setUpAuth,
  ORIGIN,
  type AuthSetup,
  type TestBrowser,
} from '@authwright/test-kit/auth-setup'
import { readQuestion } from '@authwright/test-kit/linking/account-question'
import { makeStore, StoreAdapter } from '../support/store.ts'

// OpenID Connect Core §4: a provider, or any site that knows the URL, sends a browser here to sign in.
const FOREIGN = { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' }
const HERE = '/auth/initiate-login/op'

let op: Op
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => op.reset())

const setUp = (more: Partial<OIDCConfig>, config: Parameters<typeof setUpAuth>[0] = {}): AuthSetup => {
  const context = setUpAuth({
    providers: [oidc(op, more), oidc(op, { id: 'off' }), oauth(op, { id: 'plain' })],
    ...config,
  })
  op.now = () => Math.floor(context.clock.now() / 1000)
  return context
}
const asking = () => setUp({ thirdPartyLogin: 'confirm' })
const immediate = () => setUp({ thirdPartyLogin: 'immediate' })

/** A lone surrogate cannot be percent-encoded. Browsers send the replacement character. */
const wellFormed = (text: string): string => Buffer.from(text).toString()
const there = (more: Record<string, string> = {}): string => {
  const values = Object.entries({ iss: op.issuer, ...more }).map(([name, value]) => [name, wellFormed(value)])
  return `${HERE}?${new URLSearchParams(values as [string, string][])}`
}

const attribute = (html: string, pattern: RegExp): string =>
  (pattern.exec(html)?.[1] ?? '').replace(
    /&#x?\w+;|&amp;|&quot;/g,
    (entity) => ({ '&amp;': '&', '&quot;': '"', '&#39;': "'", '&#x27;': "'", '&#96;': '`' })[entity] ?? entity,
  )
/** The action and the fields of the only form on the page. */
const readPage = (html: string) => ({
  buttons: [...html.matchAll(/formaction="([^"]*)"/g)].length,
  action: attribute(html, /formaction="([^"]*)"/),
  callbackUrl: attribute(html, /name="callbackUrl"[^>]*value="([^"]*)"/),
  csrfToken: attribute(html, /name="csrfToken"[^>]*value="([^"]*)"/),
})

const press = async (visitor: TestBrowser, html: string): Promise<URL> => {
  const { action, callbackUrl, csrfToken } = readPage(html)
  const link = attribute(html, /name="link"[^>]*value="([^"]*)"/)
  return new URL(fullLocation(await visitor.post(action, { callbackUrl, csrfToken, link })))
}

describe('a sign-in that a provider initiates', () => {
  test('oidcc-client-test-3rd-party-init-login: shows a page with one button, and then signs in', async () => {
    const visitor = asking().browser()
    const page = await visitor.get(there({ target_link_uri: `${ORIGIN}/members`, login_hint: 'ann@example.org' }))
    const html = await page.text()
    expect([page.status, readPage(html).buttons]).toEqual([200, 1])
    const url = await press(visitor, html)
    expect(url.searchParams.get('login_hint')).toBe('ann@example.org')
    expect(location(await visitor.get(`/auth/callback/op?${op.consent(url)}`))).toBe(`${ORIGIN}/members`)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('by a posted form shows the same page, with and without cookies of this site', async () => {
    const context = asking()
    const fields = { iss: op.issuer, target_link_uri: '/members', login_hint: 'ann' }
    for (const visitor of [context.browser(), context.browser()]) {
      const end = await visitor.post(HERE, fields, FOREIGN)
      expect([end.status, end.headers.get('set-cookie')]).toEqual([302, null])
      expect(location(end)).toBe(
        `${ORIGIN}${HERE}?${new URLSearchParams({ iss: op.issuer, login_hint: 'ann', target_link_uri: '/members' })}`,
      )
      expect((await visitor.get(location(end))).status).toBe(200)
    }
  })

  test('redirects at once if the option says so, with a complete attempt', async () => {
    const visitor = immediate().browser()
    const url = new URL(fullLocation(await visitor.get(there({ target_link_uri: '/members', login_hint: 'ann' }))))
    expect(url.origin).toBe(op.issuer)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      login_hint: 'ann',
      redirect_uri: `${ORIGIN}/auth/callback/op`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^.{43}$/) as string,
      nonce: expect.stringMatching(/^.{43}$/) as string,
    })
    expect(url.searchParams.has('target_link_uri')).toBe(false)
    const again = new URL(fullLocation(await visitor.get(there())))
    expect(again.searchParams.get('state')).not.toBe(url.searchParams.get('state'))
    expect(location(await visitor.get(`/auth/callback/op?${op.consent(url)}`))).toBe(`${ORIGIN}/members`)
  })

  test('shows the page to a signed-in user even if the option says otherwise, and links nothing', async () => {
    const store = makeStore()
    const context = setUp({ thirdPartyLogin: 'immediate' }, { adapter: new StoreAdapter(store) })
    const visitor = context.browser()
    const url = new URL(fullLocation(await visitor.get(there())))
    await visitor.get(`/auth/callback/op?${op.consent(url)}`)
    const session = await visitor.session()
    expect(session).toMatchObject({ user: { name: 'Ann' } })
    const page = await visitor.get(there())
    expect([page.status, fullLocation(page)]).toEqual([200, ''])
    expect(await visitor.session()).toEqual(session)
    expect(store.accounts).toHaveLength(1)
  })

  test('adds no account to a signed-in user who presses the button of an attacker’s link', async () => {
    const store = makeStore()
    const context = setUp({ thirdPartyLogin: 'confirm' }, { adapter: new StoreAdapter(store) })
    const visitor = context.browser()
    const be = (sub: string) => (op.tamper.claims = (claims) => ({ ...claims, sub, email: `${sub}@example.org` }))
    be('victim')
    const first = await press(visitor, await (await visitor.get(there())).text())
    await visitor.get(`/auth/callback/op?${op.consent(first)}`)
    // The attacker has signed this browser in at the provider with another account.
    be('stranger')
    const second = await press(visitor, await (await visitor.get(there())).text())
    expect(location(await visitor.get(`/auth/callback/op?${op.consent(second)}`))).toBe(`${ORIGIN}/auth/choose-account`)
    expect((await readQuestion(visitor)).buttons).toEqual({
      stay: 'Stay signed in as victim@example.org',
      'sign-in': expect.stringMatching(/^Sign in as stranger@example\.org \(.* stranger\)$/),
    })
    expect(store.accounts.map(({ userId, providerAccountId }) => [userId, providerAccountId])).toEqual([
      ['user-1', 'victim'],
    ])
  })

  test('redirects to the page of the application if there is one', async () => {
    const context = setUp({ thirdPartyLogin: 'confirm' }, { pages: { signIn: '/login' } })
    const end = new URL(
      location(await context.browser().get(there({ target_link_uri: '/members', login_hint: 'ann' }))),
    )
    expect(end.pathname).toBe('/login')
    expect(Object.fromEntries(end.searchParams)).toEqual({
      callbackUrl: `${ORIGIN}/members`,
      provider: 'op',
      login_hint: 'ann',
    })
  })

  test('is not started by a prefetch', async () => {
    for (const name of ['sec-purpose', 'purpose', 'x-moz']) {
      const end = await immediate()
        .browser()
        .get(there(), { [name]: 'prefetch' })
      expect([end.status, end.headers.get('set-cookie')]).toEqual([503, null])
    }
  })
})

describe('the initiation URL', () => {
  test.each(['off', 'plain', 'unknown', ''])('does not exist for a provider without the option: %s', async (id) => {
    const visitor = asking().browser()
    const path = `/auth/initiate-login/${id}?iss=${encodeURIComponent(op.issuer)}`
    expect((await visitor.get(path)).status).toBe(404)
    expect((await visitor.post(`/auth/initiate-login/${id}`, { iss: op.issuer }, FOREIGN)).status).toBe(404)
    expect(op.paths()).toEqual([])
  })

  test.each([
    undefined,
    '',
    'https://evil.test',
    () => `${op.issuer}/`,
    () => op.issuer.slice(0, -1),
    () => op.issuer.toUpperCase(),
    () => `${op.issuer}.evil.test`,
    () => `${op.issuer}@evil.test`,
    () => `${op.issuer} `,
    () => `${op.issuer}\u0000`,
    'javascript:alert(1)',
  ])('refuses an unknown issuer', async (written) => {
    const iss = typeof written === 'function' ? written() : written
    for (const context of [asking(), immediate()]) {
      const visitor = context.browser()
      const query = iss === undefined ? '' : `?${new URLSearchParams({ iss })}`
      const end = await visitor.get(HERE + query)
      expect(location(end)).toBe(`${ORIGIN}/auth/signin?error=OAuthSignInError`)
      expect([...visitor.cookies]).toEqual([])
      expect(context.errors[0]?.cause).toMatchObject({ provider: 'op', reason: 'issuer' })
    }
  })

  test('refuses a repeated issuer', async () => {
    const visitor = immediate().browser()
    expect(location(await visitor.get(`${there()}&iss=x`))).toContain('error=OAuthSignInError')
    const body = `iss=${encodeURIComponent(op.issuer)}&iss=x`
    const request = new Request(ORIGIN + HERE, {
      method: 'POST',
      body,
      headers: { ...FOREIGN, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect((await visitor.auth.handle(request)).status).toBe(400)
  })

  test('reads a form up to 64 kB', async () => {
    const visitor = asking().browser()
    expect((await visitor.post(HERE, { iss: op.issuer, more: 'x'.repeat(65_536) }, FOREIGN)).status).toBe(413)
  })

  test('shows an error if the provider fails, and stores no attempt', async () => {
    const context = immediate()
    op.tamper.reply = () => ({ status: 503 })
    expect(location(await context.browser().get(there()))).toBe(`${ORIGIN}/auth/signin?error=OAuthSignInError`)
    op.tamper = {}
    expect(fullLocation(await context.browser().get(there()))).toContain(op.issuer)
  })
})

describe('a login hint', () => {
  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'--",
    'a&state=evil&nonce=x',
    'ä',
    '%3Cscript%3E',
  ])('of %s is passed on unchanged, as one parameter, and never as markup', async (hint) => {
    const visitor = asking().browser()
    const html = await (await visitor.get(there({ login_hint: hint }))).text()
    expect(html).not.toMatch(/<script>alert|<img/)
    const url = await press(visitor, html)
    expect(url.searchParams.getAll('login_hint')).toEqual([hint])
    expect(url.searchParams.getAll('state')).toHaveLength(1)
    const at = new URL(
      fullLocation(
        await immediate()
          .browser()
          .get(there({ login_hint: hint })),
      ),
    )
    expect(at.searchParams.getAll('login_hint')).toEqual([hint])
    expect(at.searchParams.getAll('nonce')).toHaveLength(1)
  })

  test.each(['', 'a\r\nb', '\u0000', 'x'.repeat(257), '\ud800'])('that is invalid is left out: %j', async (hint) => {
    const url = new URL(
      fullLocation(
        await immediate()
          .browser()
          .get(`${there()}&login_hint=${hint === '\ud800' ? '%ED%A0%80%00' : encodeURIComponent(hint)}`),
      ),
    )
    expect(url.searchParams.has('login_hint')).toBe(false)
  })

  test('is left out if it is repeated', async () => {
    const url = new URL(
      fullLocation(
        await immediate()
          .browser()
          .get(`${there({ login_hint: 'a' })}&login_hint=b`),
      ),
    )
    expect(url.searchParams.has('login_hint')).toBe(false)
  })
})

test('passes no other parameter to the provider', async () => {
  const more = {
    prompt: 'none',
    scope: 'openid admin',
    redirect_uri: 'https://evil.test',
    acr_values: 'x',
    state: 'x',
    max_age: '1',
  }
  const url = new URL(fullLocation(await immediate().browser().get(there(more))))
  expect(url.searchParams.get('scope')).toBe('openid profile email')
  expect(url.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/callback/op`)
  for (const name of ['prompt', 'acr_values', 'max_age']) expect(url.searchParams.has(name)).toBe(false)
})

describe('the target link URI', () => {
  test('never leads to another site', async () => {
    const [asks, leaves] = [asking(), immediate()]
    const faults: string[] = []
    for (const payload of payloads) {
      // An empty or too long value counts as absent.
      const visitor = leaves.browser()
      const url = new URL(fullLocation(await visitor.get(there({ target_link_uri: payload.text }))))
      const went = location(await visitor.get(`/auth/callback/op?${op.consent(url)}`))
      const html = await (await asks.browser().get(there({ target_link_uri: payload.text }))).text()
      const posted = await asks.browser().post(HERE, { iss: op.issuer, target_link_uri: payload.text }, FOREIGN)
      const relayed = await (await asks.browser().get(location(posted))).text()
      for (const found of [went, readPage(html).callbackUrl, readPage(relayed).callbackUrl]) {
        const fault = checkRedirect(payload, found)
        if (fault !== undefined) faults.push(`${JSON.stringify(payload.text)} → ${found}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })

  test('is the home page if it is absent, whatever callback URL the browser stores', async () => {
    const visitor = immediate().browser({ '__Host-authwright.callback-url': encodeURIComponent(`${ORIGIN}/before`) })
    const url = new URL(fullLocation(await visitor.get(there())))
    expect(location(await visitor.get(`/auth/callback/op?${op.consent(url)}`))).toBe(`${ORIGIN}/`)
  })
})

test.each(['yes', true, 'Confirm', '', 1])('rejects a config with the option %j', async (value) => {
  const context = setUp({ thirdPartyLogin: value as 'confirm' })
  const end = await context.browser().get(there())
  expect(location(end)).toContain('error=Configuration')
  expect(context.errors[0]?.message).toContain('thirdPartyLogin')
})
