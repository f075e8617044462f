import { describe, expect, test } from 'vitest'
import { renderPage } from '../../src/pages/render.ts'
import type { Page, SigninProps } from '../../src/types/page-props.ts'
import { english } from '../../src/i18n/locales/english.ts'
import { german } from '../../src/i18n/locales/german.ts'
import { everyPage, everyProvider, redirectProvider } from './examples.ts'
import { allOf, readPage, textOf } from './read-page.ts'
import type { Element } from './read-page.ts'

const look = { theme: {}, nonce: 'bm9uY2U' }
const render = (page: Page): Element => readPage(renderPage(page, look).html)
const signin = (props: Partial<SigninProps>): Element =>
  render({
    page: 'signin',
    props: { providers: everyProvider('calm'), callbackUrl: 'https://app.example.com/x', ...props },
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
  test.each(Object.values(everyPage('calm')))('$page names its language, its title and one heading', (page) => {
    const root = render(page)
    expect(attributesOf(root, 'html', 'lang')).toEqual(['en'])
    expect(attributesOf(root, 'html', 'dir')).toEqual(['ltr'])
    expect(allOf(root, 'title').map(textOf).join('')).not.toBe('')
    expect(allOf(root, 'h1')).toHaveLength(1)
    expect(allOf(root, 'main')).toHaveLength(1)
  })

  test.each(Object.values(everyPage('calm')))('$page uses no id twice and leaves no input without a label', (page) => {
    const root = render(page)
    const ids = allOf(root).flatMap(({ attributes }) => attributes.get('id') ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    const shown = allOf(root, 'input').filter(({ attributes }) => attributes.get('type') !== 'hidden')
    const labelled = attributesOf(root, 'label', 'for')
    expect(shown.filter(({ attributes }) => !labelled.includes(attributes.get('id')))).toEqual([])
  })

  test('posts its forms and has a button in each', () => {
    const forms = Object.values(everyPage('calm')).flatMap((page) => allOf(render(page), 'form'))
    expect(forms).toHaveLength(19)
    for (const form of forms) {
      expect(form.attributes.get('method')).toBe('post')
      const own = attributesOf(form, 'button', 'type')
      // Buttons elsewhere on the page say whose they are.
      expect(new Set(own)).toEqual(new Set(form.attributes.has('id') ? [] : ['submit']))
    }
  })
})

describe('the sign-in page', () => {
  test('carries the token and the return target in every form', () => {
    const forms = allOf(signin({ csrfToken: 'token' }), 'form')
    expect(forms).toHaveLength(4)
    for (const form of forms) {
      expect(inputsOf(form)).toMatchObject({ csrfToken: 'token', callbackUrl: 'https://app.example.com/x' })
    }
  })

  test('has no token field where the owner checks by himself', () => {
    expect(attributesOf(signin({}), 'input', 'name')).not.toContain('csrfToken')
  })

  test('asks for an address under the name that clients know', () => {
    const [email] = allOf(signin({}), 'input').filter(({ attributes }) => attributes.get('name') === 'email')
    expect(Object.fromEntries(email?.attributes ?? [])).toMatchObject({
      type: 'email',
      autocomplete: 'email',
      required: '',
    })
  })

  test('helps password managers unless the owner says how', () => {
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
    const seen = allOf(root, 'input').filter(({ attributes }) => attributes.has('id'))
    expect(seen.map(({ attributes }) => attributes.get('autocomplete'))).toEqual([
      'username',
      'username',
      'current-password',
      'one-time-code',
      'new-password',
      undefined,
    ])
  })

  test('says what went wrong first, in an alert and in the title, and at the fields it is about', () => {
    const root = signin({ error: 'CredentialsSignin' })
    const [first] = allOf(root, 'div')
    expect(first?.attributes.get('role')).toBe('alert')
    expect(textOf(first ?? root)).toContain(english.errors.CredentialsSignin.title)
    expect(allOf(root, 'title').map(textOf)).toEqual(['Error: Sign in'])
    const blamed = allOf(root, 'input').filter(({ attributes }) => attributes.get('aria-invalid') === 'true')
    expect(blamed.map(({ attributes }) => attributes.get('name'))).toEqual(['calm', 'password'])
    expect(blamed.map(({ attributes }) => attributes.get('aria-describedby'))).toEqual(['error', 'error'])
  })

  test('says so when there is no way in', () => {
    const root = signin({ providers: [] })
    expect(textOf(root)).toContain(english.signin.noMethods)
    expect(allOf(root, 'form')).toEqual([])
  })

  test('tells two of a kind apart by their names', () => {
    const mail = { kind: 'email' as const, action: '/auth/signin/x' }
    const root = signin({
      providers: [
        { ...mail, id: 'a', name: 'Post' },
        { ...mail, id: 'b', name: 'Pigeon' },
      ],
    })
    expect(allOf(root, 'button').map(textOf)).toEqual(['Continue with email (Post)', 'Continue with email (Pigeon)'])
  })

  test('shows a letter for a provider, read by nobody aloud', () => {
    const root = signin({
      providers: [redirectProvider('x', ' örtlich'), redirectProvider('y', '𝒳'), redirectProvider('z', '')],
    })
    const marks = allOf(root, 'span').filter(({ attributes }) => attributes.has('aria-hidden'))
    expect(marks.map(({ attributes }) => attributes.get('data-letter'))).toEqual(['Ö', '𝒳', ''])
  })

  test('puts no letter on a ground where it could not be read, and no icon where it could not be seen', () => {
    const style = { bg: '#777777', text: '#888888', bgDark: '#fefefe', textDark: '#fff' }
    const sheetOf = (id: string): string => {
      const providers = [{ ...redirectProvider(id, 'X'), style }]
      return allOf(signin({ providers }), 'style').map(textOf).join('').replaceAll(/\s+/g, '')
    }
    expect(sheetOf('nobody')).toContain('.icon-0{background:#777777;color:#000')
    expect(sheetOf('github')).toContain('.icon-0{background:#777777;color:#fff')
    expect(sheetOf('nobody')).toContain('.icon-0{background:#fefefe;color:#000')
  })

  test("shows the owner's picture of a provider, and another one in the dark", () => {
    const style = { bg: '#fff', text: '#000', logo: '/acme.svg', logoDark: 'https://cdn.example/dark.svg' }
    const page: Page = {
      page: 'signin',
      props: { providers: [{ ...redirectProvider('github', 'Acme'), style }], callbackUrl: '/' },
    }
    const { html, headers } = renderPage(page, look)
    const root = readPage(html)
    expect(attributesOf(root, 'img', 'src')).toEqual(['/acme.svg', 'https://cdn.example/dark.svg'])
    expect(attributesOf(root, 'img', 'alt')).toEqual(['', ''])
    expect(headers['content-security-policy']).toContain("img-src 'self' data: https:")
  })

  test('names the field of a passkey in the language of the page', async () => {
    const fields = [{ name: 'email', label: 'Email', type: 'email', autocomplete: 'username webauthn' }]
    const passkey = { id: 'p', name: 'P', kind: 'passkey' as const, action: '/auth/p', optionsUrl: '/auth/o', fields }
    const page: Page = { page: 'signin', props: { providers: [passkey], callbackUrl: '/' } }
    const root = readPage(renderPage(page, { ...look, messages: german }).html)
    expect(allOf(root, 'label').map(textOf)).toEqual(['E-Mail-Adresse'])
    const [input] = allOf(root, 'input').filter(({ attributes }) => attributes.get('type') === 'email')
    expect(input?.attributes.get('autocomplete')).toBe('username webauthn')
  })

  test('colours the letters, and the dark ones in the dark only', () => {
    const style = { bg: '#fff', text: '#000', bgDark: '#111', textDark: 'rgb(1 2 3)' }
    const providers = [{ ...redirectProvider('x', 'X'), style }]
    const css = (colorScheme: 'auto' | 'dark' | 'light'): string => {
      const { html } = renderPage(
        { page: 'signin', props: { providers, callbackUrl: '/' } },
        { ...look, theme: { colorScheme } },
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
  test('sign-out sends the token and where to go', () => {
    const [form] = allOf(render(everyPage('calm').signout), 'form')
    expect(form?.attributes.get('action')).toBe('https://app.example.com/auth/signout')
    expect(inputsOf(form)).toEqual({ csrfToken: 'calm', callbackUrl: 'calm' })
  })

  test('whoever does not want to sign out goes on to where they would be led anyway, told its host', () => {
    const ask = (callbackUrl: string) =>
      allOf(render({ page: 'signout', props: { action: '/auth/signout', callbackUrl } }), 'a').map((link) => [
        link.attributes.get('href'),
        textOf(link),
      ])
    expect(ask('https://app.example.com/members')).toEqual([
      ['https://app.example.com/members', 'Go to app.example.com'],
    ])
    expect(ask('javascript:alert(1)')).toEqual([['/', 'Go to the home page']])
  })

  test('the link of a mail is confirmed by one button below the address it is for', () => {
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

  test('the page that posts again does so by a script with the nonce, and by a button without one', () => {
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
    expect(attributesOf(root, 'script', 'nonce')).toEqual([look.nonce])
    expect(allOf(root, 'script').map((script) => textOf(script).trim())).toEqual([
      'HTMLFormElement.prototype.submit.call(document.forms[0]);',
    ])
  })

  test('an error names its status, its reference, and the addresses it was given', () => {
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
    expect(textOf(root)).toContain('Error 403')
  })

  test('words can be replaced', () => {
    const messages = { ...english, lang: 'ar', dir: 'rtl' as const, signout: { ...english.signout, title: '<خروج>' } }
    const root = readPage(renderPage(everyPage('calm').signout, { ...look, messages }).html)
    expect(attributesOf(root, 'html', 'dir')).toEqual(['rtl'])
    expect(allOf(root, 'h1').map(textOf)).toEqual(['<خروج>'])
  })
})
