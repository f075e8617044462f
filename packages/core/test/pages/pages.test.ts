import { describe, expect, test } from 'vitest'
import { renderPage } from './render-any-page.ts'
import type { Page, SigninProps } from '../../src/types/page-props.ts'
import { english } from '../../src/i18n/locales/english.ts'
import { german } from '../../src/i18n/locales/german.ts'
import { findBrandIcon } from './brand-icons.ts'
import { everyPageWith, everyProviderWith, redirectProvider } from './pages-with-text.ts'
import { allOf, readPage, textOf, type Element } from './read-page.ts'

const options = { theme: {}, nonce: 'bm9uY2U', findIcon: findBrandIcon }
const render = (page: Page): Element => readPage(renderPage(page, options).html)
const signin = (props: Partial<SigninProps>): Element =>
  render({
    page: 'signin',
    props: { providers: everyProviderWith('example'), callbackUrl: 'https://app.example.com/x', ...props },
  })
const attributesOf = (root: Element, tag: string, name: string): readonly (string | undefined)[] =>
  allOf(root, tag).map(({ attributes }) => attributes.get(name))
const inputsOf = (form: Element | undefined): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    (form === undefined ? [] : allOf(form, 'input')).map(({ attributes }) => [
      attributes.get('name'),
      attributes.get('value'),
    ]),
  )

describe('every page', () => {
  test.each(Object.values(everyPageWith('example')))('$page has a language, a title and one heading', (page) => {
    const root = render(page)
    expect(attributesOf(root, 'html', 'lang')).toEqual(['en'])
    expect(attributesOf(root, 'html', 'dir')).toEqual(['ltr'])
    expect(allOf(root, 'title').map(textOf).join('')).not.toBe('')
    expect(allOf(root, 'h1')).toHaveLength(1)
    expect(allOf(root, 'main')).toHaveLength(1)
  })

  test.each(Object.values(everyPageWith('example')))('$page has unique ids and a label for each input', (page) => {
    const root = render(page)
    const ids = allOf(root).flatMap(({ attributes }) => attributes.get('id') ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    const shown = allOf(root, 'input').filter(({ attributes }) => attributes.get('type') !== 'hidden')
    const labeled = attributesOf(root, 'label', 'for')
    expect(shown.filter(({ attributes }) => !labeled.includes(attributes.get('id')))).toEqual([])
  })

  test('uses POST and has a submit button in each form', () => {
    const forms = Object.values(everyPageWith('example')).flatMap((page) => allOf(render(page), 'form'))
    expect(forms).toHaveLength(23)
    for (const form of forms) {
      expect(form.attributes.get('method')).toBe('post')
      const types = attributesOf(form, 'button', 'type')
      // The buttons of a form with an id are outside the form.
      expect(new Set(types)).toEqual(new Set(form.attributes.has('id') ? [] : ['submit']))
    }
  })
})

describe('the sign-in page', () => {
  test('has the CSRF token and the return address in every form', () => {
    const forms = allOf(signin({ csrfToken: 'token' }), 'form')
    expect(forms).toHaveLength(4)
    for (const form of forms) {
      expect(inputsOf(form)).toMatchObject({ csrfToken: 'token', callbackUrl: 'https://app.example.com/x' })
    }
  })

  test('has no CSRF field without a token', () => {
    expect(attributesOf(signin({}), 'input', 'name')).not.toContain('csrfToken')
  })

  test('has a required field `email`', () => {
    const [email] = allOf(signin({}), 'input').filter(({ attributes }) => attributes.get('name') === 'email')
    expect(Object.fromEntries(email?.attributes ?? [])).toMatchObject({
      type: 'email',
      autocomplete: 'email',
      required: '',
    })
  })

  test('sets `autocomplete` unless the config does', () => {
    const fields = [
      { name: 'username', label: 'User name', type: 'text' },
      { name: 'mail', label: 'Mail', type: 'email' },
      { name: 'password', label: 'Password', type: 'password' },
      { name: 'totp', label: 'Code', type: 'text' },
      { name: 'new', label: 'New', type: 'password', autocomplete: 'new-password' },
      { name: 'tenant', label: 'Tenant', type: 'text' },
    ]
    const root = signin({
      providers: [{ id: 'c', name: 'C', kind: 'credentials', action: '/auth/callback/c', fields }],
    })
    const shown = allOf(root, 'input').filter(({ attributes }) => attributes.has('id'))
    expect(shown.map(({ attributes }) => attributes.get('autocomplete'))).toEqual([
      'username',
      'username',
      'current-password',
      'one-time-code',
      'new-password',
      undefined,
    ])
  })

  test('reports an error in an alert, in the title and at the invalid fields', () => {
    const root = signin({ error: 'CredentialsSignin' })
    const [alert, ...more] = allOf(root).filter(({ attributes }) => attributes.get('role') === 'alert')
    expect(more.map(({ attributes }) => attributes.has('hidden'))).toEqual([true])
    expect(alert?.attributes.get('id')).toBe('error')
    expect(textOf(alert ?? root)).toContain(english.errors.CredentialsSignin.title)
    expect(allOf(root, 'title').map(textOf)).toEqual(['Error: Sign in'])
    const invalid = allOf(root, 'input').filter(({ attributes }) => attributes.get('aria-invalid') === 'true')
    expect(invalid.map(({ attributes }) => attributes.get('name'))).toEqual(['example', 'password'])
    expect(invalid.map(({ attributes }) => attributes.get('aria-describedby'))).toEqual(['error', 'error'])
  })

  test('says that there is no sign-in method', () => {
    const root = signin({ providers: [] })
    expect(textOf(root)).toContain(english.signin.noMethods)
    expect(allOf(root, 'form')).toEqual([])
  })

  test('shows the names of two providers of the same kind', () => {
    const mail = { kind: 'email' as const, action: '/auth/signin/x' }
    const root = signin({
      providers: [
        { ...mail, id: 'a', name: 'Post' },
        { ...mail, id: 'b', name: 'Pigeon' },
      ],
    })
    expect(allOf(root, 'button').map(textOf)).toEqual(['Continue with email (Post)', 'Continue with email (Pigeon)'])
  })

  test('shows a letter for a provider without an icon, hidden from screen readers', () => {
    const root = signin({
      providers: [redirectProvider('x', ' örtlich'), redirectProvider('y', '𝒳'), redirectProvider('z', '')],
    })
    const icons = allOf(root, 'span').filter(({ attributes }) => attributes.has('aria-hidden'))
    expect(icons.map(({ attributes }) => attributes.get('data-letter'))).toEqual(['Ö', '𝒳', ''])
  })

  test('replaces the color of a letter or an icon with a low contrast', () => {
    const style = { bg: '#777777', text: '#888888', bgDark: '#fefefe', textDark: '#fff' }
    const styleOf = (id: string): string => {
      const providers = [{ ...redirectProvider(id, 'X'), style }]
      return allOf(signin({ providers }), 'style').map(textOf).join('').replaceAll(/\s+/g, '')
    }
    expect(styleOf('unknown')).toContain('.icon-0{background:#777777;color:#000')
    expect(styleOf('github')).toContain('.icon-0{background:#777777;color:#fff')
    expect(styleOf('unknown')).toContain('.icon-0{background:#fefefe;color:#000')
  })

  test('shows the logo of a provider, and its logo for the dark scheme', () => {
    const style = { bg: '#fff', text: '#000', logo: '/acme.svg', logoDark: 'https://cdn.example/dark.svg' }
    const page: Page = {
      page: 'signin',
      props: { providers: [{ ...redirectProvider('github', 'Acme'), style }], callbackUrl: '/' },
    }
    const { html, headers } = renderPage(page, options)
    const root = readPage(html)
    expect(attributesOf(root, 'img', 'src')).toEqual(['/acme.svg', 'https://cdn.example/dark.svg'])
    expect(attributesOf(root, 'img', 'alt')).toEqual(['', ''])
    expect(headers['content-security-policy']).toContain("img-src 'self' data: https:")
  })

  test('translates the label of the passkey field', async () => {
    const fields = [{ name: 'email', label: 'Email', type: 'email', autocomplete: 'username webauthn' }]
    const passkey = { id: 'p', name: 'P', kind: 'passkey' as const, action: '/auth/p', optionsUrl: '/auth/o', fields }
    const page: Page = { page: 'signin', props: { providers: [passkey], callbackUrl: '/' } }
    const root = readPage(renderPage(page, { ...options, messages: german }).html)
    expect(allOf(root, 'label').map(textOf)).toEqual(['E-Mail-Adresse'])
    const [input] = allOf(root, 'input').filter(({ attributes }) => attributes.get('type') === 'email')
    expect(input?.attributes.get('autocomplete')).toBe('username webauthn')
  })

  test('colors the letters, with the dark colors only in a dark color scheme', () => {
    const style = { bg: '#fff', text: '#000', bgDark: '#111', textDark: 'rgb(1 2 3)' }
    const providers = [{ ...redirectProvider('x', 'X'), style }]
    const css = (colorScheme: 'auto' | 'dark' | 'light'): string => {
      const { html } = renderPage(
        { page: 'signin', props: { providers, callbackUrl: '/' } },
        { ...options, theme: { colorScheme } },
      )
      return allOf(readPage(html), 'style').map(textOf).join('').replaceAll(/\s+/g, '')
    }
    expect(css('light')).toContain('.icon-0{background:#fff;color:#000')
    expect(css('light')).not.toContain('#111')
    expect(css('dark')).toMatch(/\.icon-0\{background:#111;color:rgb\(123\);?\}$/)
    expect(css('auto')).toMatch(
      /@media\(prefers-color-scheme:dark\)\{\.icon-0\{background:#111;color:rgb\(123\);?\}\}$/,
    )
  })
})

describe('the other pages', () => {
  test('the sign-out page posts the CSRF token and the return address', () => {
    const [form] = allOf(render(everyPageWith('example').signout), 'form')
    expect(form?.attributes.get('action')).toBe('https://app.example.com/auth/signout')
    expect(inputsOf(form)).toEqual({ csrfToken: 'example', callbackUrl: 'example' })
  })

  test('the sign-out page says who is signed in, and can be cancelled', () => {
    const pageFor = (callbackUrl: string) =>
      render({ page: 'signout', props: { action: '/auth/signout', callbackUrl, user: 'ann@example.org', home: '/' } })
    const linksOf = (callbackUrl: string) =>
      allOf(pageFor(callbackUrl), 'a').map((link) => [link.attributes.get('href'), textOf(link)])
    expect(textOf(pageFor('/'))).toMatch(/You are signed in as\s+ann@example\.org/)
    expect(linksOf('https://app.example.com/members')).toEqual([
      ['https://app.example.com/members', 'Cancel'],
      ['/', 'Go to the home page'],
    ])
    expect(linksOf('javascript:alert(1)')[0]).toEqual(['/', 'Cancel'])
  })

  test('the page of a sign-in link shows the address and has one button', () => {
    const root = render({
      page: 'confirm-link',
      props: {
        action: '/auth/callback/mail',
        email: 'ann@example.org',
        host: 'app.example.com',
        fields: [['token', 't']],
      },
    })
    expect(allOf(root, 'bdi').map(textOf)).toEqual(['ann@example.org'])
    expect(textOf(root)).toContain('app.example.com')
    expect(inputsOf(allOf(root, 'form')[0])).toEqual({ token: 't' })
    expect(allOf(root, 'button')).toHaveLength(1)
  })

  test('the repost page has a script with the nonce, and a button for browsers without scripts', () => {
    const root = render({
      page: 'repost',
      props: {
        action: '/auth/callback/apple',
        fields: [
          ['code', 'c'],
          ['submit', 's'],
        ],
      },
    })
    expect(inputsOf(allOf(root, 'form')[0])).toEqual({ code: 'c', submit: 's' })
    expect(attributesOf(root, 'script', 'nonce')).toEqual([options.nonce])
    expect(allOf(root, 'script').map((script) => textOf(script).trim())).toEqual([
      'HTMLFormElement.prototype.submit.call(document.forms[0]);',
    ])
  })

  test('the error page shows what happened, the reference and the links, and no status', () => {
    const root = render({
      page: 'error',
      props: {
        error: 'Verification',
        reference: '7K2M9QXZ',
        signinUrl: 'https://app.example.com/login?x=1',
        home: 'https://app.example.com/',
      },
    })
    expect(attributesOf(root, 'a', 'href')).toEqual(['https://app.example.com/login?x=1', 'https://app.example.com/'])
    expect(allOf(root, 'code').map(textOf)).toEqual(['7K2M9QXZ'])
    expect(allOf(root, 'h1').map(textOf)).toEqual([english.errors.Verification.title])
    expect(textOf(root)).not.toContain('403')
  })

  test('a page shows custom messages', () => {
    const messages = { ...english, lang: 'ar', dir: 'rtl' as const, signout: { ...english.signout, title: '<خروج>' } }
    const root = readPage(renderPage(everyPageWith('example').signout, { ...options, messages }).html)
    expect(attributesOf(root, 'html', 'dir')).toEqual(['rtl'])
    expect(allOf(root, 'h1').map(textOf)).toEqual(['<خروج>'])
  })
})
