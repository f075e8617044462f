import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { allOf, readPage, textOf } from './read-page.ts'

const visitor = (config: Partial<AuthConfig> = {}): TestBrowser => setUpAuth(config).browser()

const read = async (browser: TestBrowser, path: string, accept?: string) => {
  const response = await browser.get(path, accept === undefined ? {} : { 'accept-language': accept })
  const page = readPage(await response.text())
  const [root] = allOf(page, 'html')
  const links = allOf(page, 'a').filter(({ attributes }) => attributes.has('hreflang'))
  return {
    response,
    lang: root?.attributes.get('lang'),
    dir: root?.attributes.get('dir'),
    title: allOf(page, 'h1').map(textOf).join(''),
    links: new Map(links.map(({ attributes }) => [attributes.get('hreflang'), attributes.get('href')])),
  }
}

describe('the language of a page', () => {
  test('is the one that the browser prefers', async () => {
    const { lang, title, response } = await read(visitor(), '/auth/signin', 'xx, de-CH;q=0.9, en;q=0.8')
    expect([lang, title]).toEqual(['de', 'Anmelden'])
    expect(response.headers.get('content-language')).toBe('de')
    expect(response.headers.getSetCookie().join()).not.toContain('authwright.locale')
  })

  test('sets the direction of the text', async () => {
    expect(await read(visitor(), '/auth/verify-request', 'ar-EG')).toMatchObject({ lang: 'ar', dir: 'rtl' })
  })

  test('is English if the browser prefers no offered language', async () => {
    expect(await read(visitor(), '/auth/error?error=Verification', 'tlh')).toMatchObject({ lang: 'en', dir: 'ltr' })
  })

  test('is that of the labels of the application, if they have it', async () => {
    const password = { label: 'Password', type: 'password', labels: { de: 'Kennwort' } }
    const providers = [Credentials({ credentials: { pin: { label: 'PIN' }, password }, authorize: () => null })]
    const labels = async (accept: string) => {
      const response = await visitor({ providers }).get('/auth/signin', { 'accept-language': accept })
      return allOf(readPage(await response.text()), 'label').map(textOf)
    }
    expect(await labels('de')).toEqual(['PIN', 'Kennwort'])
    expect(await labels('fr')).toEqual(['PIN', 'Password'])
  })

  test('is the chosen one, on this page and on the next pages', async () => {
    const browser = visitor()
    const chosen = await read(browser, '/auth/signin?lang=fr', 'de')
    expect(chosen.lang).toBe('fr')
    expect(chosen.response.headers.getSetCookie()).toContain(
      '__Host-authwright.locale=fr; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    expect((await read(browser, '/auth/verify-request', 'de')).lang).toBe('fr')
    const again = await read(browser, '/auth/signin?lang=fr', 'de')
    expect(again.response.headers.getSetCookie()).toEqual([])
  })

  test('is always an offered one, whatever the query and the cookie contain', async () => {
    for (const requested of ['xx', '../../de', 'de<script>', 'constructor', '']) {
      const { lang, response } = await read(visitor(), `/auth/signin?lang=${encodeURIComponent(requested)}`)
      expect(lang).toBe('en')
      expect(response.headers.getSetCookie().join()).not.toContain('authwright.locale')
      const browser = setUpAuth().browser({ '__Host-authwright.locale': requested })
      expect((await read(browser, '/auth/signin')).lang).toBe('en')
    }
  })

  test('is the one that the browser prefers also if the config is invalid', async () => {
    const { auth } = setUpAuth({ secret: '' })
    const request = new Request('https://app.example.com/auth/signin', { headers: { 'accept-language': 'it' } })
    const page = readPage(await (await auth.handle(request)).text())
    expect(allOf(page, 'html')[0]?.attributes.get('lang')).toBe('it')
  })
})

describe('the list of languages', () => {
  test('links to the same page with only the known query parameters', async () => {
    const query = 'error=Verification&reference=1A2B3C4D&lang=de&evil=%22%3E&callbackUrl=%2Fa%26b'
    const { links } = await read(visitor(), `/auth/error?${query}`)
    expect(links.get('fr')).toBe('/auth/error?error=Verification&reference=1A2B3C4D&callbackUrl=%2Fa%26b&lang=fr')
    expect(links.has('de')).toBe(false)
    expect(links.size).toBe(11)
  })

  test('keeps the parameters of a sign-in link', async () => {
    const context = setUpAuth({
      adapter: {
        createVerificationToken: (token) => token,
        useVerificationToken: () => null,
        createUser: (user) => user,
        updateUser: (user) => ({ email: '', emailVerified: null, ...user }),
        getUser: () => null,
        getUserByEmail: () => null,
      },
      providers: [{ id: 'mail', type: 'email', name: 'Mail', sendVerificationRequest: () => undefined }],
      session: { strategy: 'jwt' },
    })
    const token = '0123456789abcdef0123456789abcdef'
    const { links } = await read(context.browser(), `/auth/callback/mail?token=${token}&email=ann%40example.org`)
    expect(links.get('de')).toBe(`/auth/callback/mail?token=${token}&email=ann%40example.org&lang=de`)
  })
})

describe('the options i18n and cookies.locale', () => {
  test('offer the listed languages, and the first one to other browsers', async () => {
    const config = { i18n: { locales: ['nl', 'de'] } }
    const other = await read(visitor(config), '/auth/signin', 'fr')
    expect(other.lang).toBe('nl')
    expect([...other.links.keys()]).toEqual(['de'])
    expect((await read(visitor(config), '/auth/signin', 'de')).lang).toBe('de')
  })

  test('show no list for a single language', async () => {
    const page = await read(visitor({ i18n: { locales: ['de'] } }), '/auth/signin?lang=fr', 'fr')
    expect(page).toMatchObject({ lang: 'de', links: new Map() })
    expect(page.response.headers.getSetCookie().join()).not.toContain('authwright.locale')
  })

  test('replace a message and add a language', async () => {
    const messages = { en: { signin: { title: 'Welcome to Acme' } }, sv: { signin: { title: 'Logga in' } } }
    expect((await read(visitor({ i18n: { messages } }), '/auth/signin')).title).toBe('Welcome to Acme')
    expect(await read(visitor({ i18n: { messages } }), '/auth/signin', 'sv')).toMatchObject({
      lang: 'sv',
      title: 'Logga in',
    })
  })

  test('escape markup in a message', async () => {
    const messages = { en: { signin: { title: '<img src=x onerror=alert(1)>' } } }
    expect((await read(visitor({ i18n: { messages } }), '/auth/signin')).title).toBe('<img src=x onerror=alert(1)>')
  })

  test('read the cookie of the application', async () => {
    const context = setUpAuth({ cookies: { locale: { name: 'LOCALE' } } })
    expect((await read(context.browser({ LOCALE: 'de-at' }), '/auth/signin', 'fr')).lang).toBe('de')
  })

  test.each([
    [{ locales: [] }, 'i18n.locales has to be a list'],
    [{ locales: ['sv'] }, 'There are no messages for "sv"'],
    [{ locales: ['no language'] }, 'i18n.locales has to be a language tag'],
    [{ messages: { 'a b': {} } }, 'i18n.messages.a b has to be a language tag'],
    [{ messages: JSON.parse('{"de":{"signin":{"title":7}}}') }, 'i18n.messages.de has to contain strings'],
    [{ messages: JSON.parse('{"de":"Anmelden"}') }, 'i18n.messages.de has to contain strings'],
  ])('reject invalid i18n options: %j', async (i18n, message) => {
    const { auth, errors } = setUpAuth({ i18n })
    const response = await auth.handle(new Request('https://app.example.com/auth/signin'))
    expect(response.status).toBe(500)
    expect(errors.map((error) => error.message).join()).toContain(message)
  })
})

test('`content-language` is the configured language', async () => {
  const context = setUpAuth({ providers: [Credentials({ authorize: () => null })], i18n: { locales: ['de'] } })
  expect((await context.browser().get('/auth/signin')).headers.get('content-language')).toBe('de')
})
