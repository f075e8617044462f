import { expect, test } from 'vitest'
import { setUpAuth } from '@authwright/test-kit/auth-setup'
import GitHub from '../../src/providers/github.ts'
import { html } from '../../src/pages.ts'
import { renderPage } from './render-any-page.ts'
import type { PageComponents } from '../../src/types/index.ts'
import { pageStates } from './page-states.ts'
import { allOf, readPage, textOf, type Element } from './read-page.ts'

const open = async (components: Partial<PageComponents>, path = '/auth/signin') => {
  const { auth } = setUpAuth({
    providers: [GitHub({ clientId: 'app', clientSecret: 'secret' })],
    theme: { name: 'Acme', logo: '/logo.svg', terms: '/terms' },
    i18n: { locales: ['en', 'de'] },
    pages: { components },
  })
  const response = await auth.handle(new Request(`https://app.example.com${path}`))
  const root = readPage(await response.text())
  return { root, policy: response.headers.get('content-security-policy') ?? '' }
}

const part = (root: Element, tag: string): string => allOf(root, tag).map(textOf).join('|').trim()

const header = ({ title, messages }: { readonly title: string; readonly messages: { readonly home: string } }) =>
  html`<strong class="brand">${title}: ${messages.home}</strong>`

test('a header replaces the logo on every page, and its placeholders are escaped', async () => {
  for (const path of ['/auth/signin', '/auth/error?error=AccessDenied']) {
    const { root } = await open({ header }, path)
    expect(part(root, 'header')).toMatch(/: Back to Acme$/)
    expect(allOf(root, 'img')).toEqual([])
  }
  const { root } = await open({ header: () => html`<p title="${'"><script>'}">${'<b>'}</p>` })
  const [shown] = allOf(root, 'header').flatMap((element) => allOf(element, 'p'))
  expect([shown?.attributes.get('title'), textOf(shown ?? root)]).toEqual(['"><script>', '<b>'])
})

test('a string is shown as text, and an object that is not made by html is left out', async () => {
  const { root } = await open({ header: () => '<script>alert(1)</script>' })
  expect(part(root, 'header')).toBe('<script>alert(1)</script>')
  const forged = { toString: () => '<script>alert(2)</script>' }
  const header = (): string => forged as unknown as string
  expect(part((await open({ header })).root, 'header')).toBe('')
})

test('a footer gets the links and the list of languages', async () => {
  const footer: PageComponents['footer'] = ({ links, languages }) =>
    html`${links.map(({ label, href }) => html`<a href="${href}">${label}</a>`)}${languages}<small>© Acme</small>`
  const { root } = await open({ footer })
  const [shown = root] = allOf(root, 'footer')
  expect(allOf(shown, 'a').map((link) => link.attributes.get('href'))).toEqual(['/terms', '/auth/signin?lang=de'])
  expect(textOf(shown)).toContain('© Acme')
})

test('a button gets its label, its icon and its provider, and stays a button of its form', async () => {
  const button: PageComponents['button'] = ({ label, icon, provider }) => html`${icon}<em>${provider}: ${label}</em>`
  const { root } = await open({ button })
  const [shown = root] = allOf(root, 'button')
  expect(Object.fromEntries(shown.attributes)).toMatchObject({ type: 'submit', formaction: '/auth/signin/github' })
  expect(textOf(shown)).toBe('github: Sign in with GitHub')
  expect(allOf(shown, 'svg')).toHaveLength(1)
})

const isButton = ({ attributes }: Element): boolean => attributes.get('class')?.split(' ').includes('button') === true

test.each(Object.entries(pageStates))('the parts stand on every page and in each of its buttons: %s', (_name, page) => {
  const components: Partial<PageComponents> = {
    header: () => html`<b>Acme</b>`,
    footer: () => html`<i>© Acme</i>`,
    button: ({ label, icon, style }) => html`<u>${style}</u>${icon}${label}`,
  }
  const root = readPage(renderPage(page, { theme: {}, nonce: 'n', components }).html)
  expect([part(root, 'header'), part(root, 'footer')]).toEqual(['Acme', '© Acme'])
  const buttons = [...allOf(root, 'button'), ...allOf(root, 'a').filter(isButton)]
  expect(buttons.map((button) => allOf(button, 'u').length)).toEqual(buttons.map(() => 1))
  const plain = readPage(renderPage(page, { theme: {}, nonce: 'n' }).html)
  expect(buttons).toHaveLength([...allOf(plain, 'button'), ...allOf(plain, 'a').filter(isButton)].length)
})

test('the policy of the page stays, and allows images', async () => {
  const [plain, own] = [await open({}), await open({ header })]
  const directives = (policy: string): readonly string[] =>
    policy
      .replaceAll(/'nonce-[^']+'/g, 'nonce')
      .split('; ')
      .filter((directive) => !directive.startsWith('img-src'))
  expect(directives(own.policy)).toEqual(directives(plain.policy))
  expect(own.policy).toContain("img-src 'self' data: https:")
})

test('a part that is no function is refused', async () => {
  const { auth, errors } = setUpAuth({
    pages: { components: { header: '<b>' as unknown as PageComponents['header'] } },
  })
  expect((await auth.handle(new Request('https://app.example.com/auth/signin'))).status).toBe(500)
  expect(errors.join()).toContain('pages.components.header')
})
