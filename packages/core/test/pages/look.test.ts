import { describe, expect, test } from 'vitest'
import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { builtInCatalog } from '../../src/i18n/message-catalog.ts'
import type { RenderOptions } from '../../src/pages/render.ts'
import { renderPage } from './render-any-page.ts'
import type { Theme } from '../../src/types/config-options.ts'
import { pageStates } from './page-states.ts'
import { everyPageWith } from './pages-with-text.ts'
import { allOf, readPage, textOf } from './read-page.ts'

const pages = everyPageWith('example')
const signin = pages.signin

const show = (theme: Theme, page = signin, options: Partial<RenderOptions> = {}) => {
  const { html, headers } = renderPage(page, { theme, nonce: 'n', ...options })
  const root = readPage(html)
  const links = allOf(root, 'a').map((link) => [link.attributes.get('href'), textOf(link)])
  return {
    root,
    links,
    title: allOf(root, 'title').map(textOf).join(''),
    heading: allOf(root, 'h1').map(textOf).join(''),
    css: allOf(root, 'style').map(textOf).join('').replaceAll(/\s+/g, ''),
    policy: headers['content-security-policy'] ?? '',
  }
}

const [MORE_CONTRAST, DARK] = ['@media(prefers-contrast:more){', '@media(prefers-color-scheme:dark){']

/** The value of a variable in the last rule for a scheme, without the rules for more contrast. */
const variable = (sheet: string, name: string, scheme: 'light' | 'dark'): string | undefined => {
  const [css = ''] = sheet.split(MORE_CONTRAST)
  const dark = [...css.matchAll(/@media\(prefers-color-scheme:dark\)\{((?:[^{}]*\{(?:[^{}]*\{[^{}]*\}|[^{}])*\})*)\}/g)]
  const inDark = dark.map(([, rules = '']) => rules).join('')
  const inLight = dark.reduce((rest, [whole]) => rest.replace(whole, ''), css)
  const values = [...(scheme === 'dark' ? inDark : inLight).matchAll(new RegExp(`--${name}:([^;}]+)`, 'g'))]
  return values.at(-1)?.[1]
}

describe('theme.name', () => {
  test.each(builtInCatalog.offered)('is in the title, the heading and the link back: %s', async (lang) => {
    const messages = await builtInCatalog.load(lang)
    const { title, heading } = show({ name: 'Acme & Söhne' }, signin, { messages })
    expect(title).toContain('Acme & Söhne')
    expect(heading).toContain('Acme & Söhne')
    const { links } = show({ name: 'Acme' }, pages.error, { messages })
    expect(links.at(-1)?.[1]).toContain('Acme')
    expect(links.at(-1)?.[1]).not.toContain('app.example.com')
  })

  test('is left out of the pages of an application without a name', () => {
    expect(show({}).heading).toBe('Sign in')
    expect(show({ name: '' }, pages.error).links.at(-1)?.[1]).toBe('Go to app.example.com')
  })

  test('is in the sentences of the pages that e-mails lead to, in every language', async () => {
    for (const lang of builtInCatalog.offered) {
      const messages = await builtInCatalog.load(lang)
      const named = everyPageWith('example')
      for (const name of ['confirm-link', 'confirm-browser', 'change-email', 'finish-email', 'undo-email'] as const) {
        const { html } = renderPage(named[name], { theme: { name: 'Acme' }, nonce: 'n', messages })
        expect(textOf(allOf(readPage(html), 'main')[0] ?? readPage(html))).toContain('Acme')
      }
    }
  })

  test('replaces the host in the text of every page, in every language', async () => {
    for (const lang of builtInCatalog.offered) {
      const messages = await builtInCatalog.load(lang)
      const named = Object.entries(pageStates).filter(([, page]) => {
        const { html } = renderPage(page, { theme: { name: 'Acme' }, nonce: 'n', messages })
        return allOf(readPage(html), 'main').map(textOf).join('').includes('app.example.com')
      })
      expect(named.map(([name]) => name)).toEqual([])
    }
  })
})

describe('colors', () => {
  test('the text on the brand color is computed for the light and for the dark scheme', () => {
    const { css } = show({ brandColor: '#1a2b4c', brandColorDark: '#ffd400' })
    expect(variable(css, 'brand', 'light')).toBe('#1a2b4c')
    expect(variable(css, 'on-brand', 'light')).toBe('#fff')
    expect(variable(css, 'brand', 'dark')).toBe('#ffd400')
    expect(variable(css, 'on-brand', 'dark')).toBe('#000')
  })

  test('buttonText is kept for the dark scheme only if it can be read there', () => {
    const { css } = show({ brandColor: '#1a2b4c', brandColorDark: '#ffd400', buttonText: '#fefefe' })
    expect(variable(css, 'on-brand', 'light')).toBe('#fefefe')
    expect(variable(css, 'on-brand', 'dark')).toBe('#000')
  })

  test('links have the hue of the brand, and the color of the text in browsers that cannot compute it', () => {
    const { css } = show({ brandColor: '#ffd400' })
    expect(css).toContain('--link:var(--text);}@supports(color:lch(fromredlch))')
    expect(variable(css, 'link', 'light')).toBe('lch(from#ffd400min(l,40)ch)')
    expect(variable(css, 'link', 'dark')).toBe('lch(from#ffd400max(l,70)ch)')
  })

  test('the background is that of the light scheme, with readable text on it', () => {
    const { css } = show({ background: '#2b1055' })
    expect(variable(css, 'page', 'light')).toBe('#2b1055')
    expect(variable(css, 'on-page', 'light')).toBe('#fff')
    expect(variable(css, 'page', 'dark')).toBe('#0d0f13')
    expect(show({ background: '#2b1055', colorScheme: 'dark' }).css).toContain('--page:#2b1055')
  })
})

describe('with more contrast', () => {
  const rulesOf = (theme: Theme) => {
    const [light = '', dark = ''] = (show(theme).css.split(MORE_CONTRAST)[1] ?? '').split(DARK)
    return { light, dark }
  }

  test('the brand color is as dark, or as light, as it has to be', () => {
    const { light, dark } = rulesOf({ brandColor: '#ffd400', brandColorDark: '#2040ff' })
    expect(light).toContain('--brand:lch(from#ffd400min(l,30)ch)')
    expect(dark).toContain('--brand:lch(from#2040ffmax(l,80)ch)')
  })

  test('the rules follow the scheme of the theme', () => {
    expect(rulesOf({ colorScheme: 'light' })).toEqual({ light: expect.stringContaining('--page:#fff'), dark: '' })
    expect(rulesOf({ colorScheme: 'dark' })).toEqual({ light: expect.stringContaining('--page:#000'), dark: '' })
  })
})

test('theme.radius and theme.font change the shape and the font', () => {
  const { css } = show({ radius: 4, font: `'Source Sans 3', "Segoe UI", sans-serif` })
  expect(css).toContain(`--radius:0.25rem;--font:'SourceSans3',"SegoeUI",sans-serif;`)
})

test('the page names its icon, so that browsers do not request /favicon.ico', () => {
  const iconOf = (theme: Theme) => {
    const { root, policy } = show(theme, pages.error)
    const [icon] = allOf(root, 'link')
    return [icon?.attributes.get('rel'), icon?.attributes.get('href'), /img-src [^;]+/.exec(policy)?.[0]]
  }
  expect(iconOf({})).toEqual(['icon', 'data:,', 'img-src data:'])
  expect(iconOf({ favicon: '/icon.svg' })).toEqual(['icon', '/icon.svg', "img-src 'self' data: https:"])
})

test('theme.terms and theme.privacy are links on every page', () => {
  const theme = { terms: '/terms', privacy: 'https://acme.example/privacy' }
  for (const page of Object.values(pages)) {
    const { links } = show(theme, page)
    expect(links).toContainEqual(['/terms', 'Terms'])
    expect(links).toContainEqual(['https://acme.example/privacy', 'Privacy'])
  }
  expect(allOf(show({}).root, 'footer')).toEqual([])
})

test.each([
  [{ brandColorDark: 'red;' }, 'theme.brandColorDark'],
  [{ background: 'url(//evil.example)' }, 'theme.background'],
  [{ radius: -1 }, 'theme.radius'],
  [{ radius: 33 }, 'theme.radius'],
  [{ font: 'x;}body{display:none}' }, 'theme.font'],
  [{ font: `"</style><script>alert(1)</script>"` }, 'theme.font'],
  [{ favicon: 'javascript:alert(1)' }, 'theme.favicon'],
  [{ terms: 'javascript:alert(1)' }, 'theme.terms'],
  [{ privacy: '//evil.example' }, 'theme.privacy'],
])('rejects invalid values: %j', async (theme, option) => {
  const { auth, errors } = setUpAuth({ theme })
  const response = await auth.handle(new Request('https://app.example.com/auth/signin'))
  expect(response.status).toBe(500)
  expect(errors.map((error) => error.message).join()).toContain(option)
})

describe('the sign-out page', () => {
  const password = {
    id: 'password',
    name: 'Password',
    type: 'credentials' as const,
    credentials: {},
    authorize: () => ({ id: '1', name: 'Ada', email: 'ada@example.org' }),
  }

  test('names the signed-in user', async () => {
    const browser = setUpAuth({ providers: [password] }).browser()
    await browser.post('/auth/callback/password')
    const response = await browser.get('/auth/signout')
    expect(response.status).toBe(200)
    expect(textOf(readPage(await response.text()))).toMatch(/You are signed in as\s+ada@example\.org/)
  })

  test('sends a visitor who is not signed in to the home page', async () => {
    const response = await setUpAuth({ providers: [password] })
      .browser()
      .get('/auth/signout?callbackUrl=/members')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('https://app.example.com/')
  })
})
