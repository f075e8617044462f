import { describe, expect, test } from 'vitest'
import { renderPage } from './render-any-page.ts'
import type { AccountProps, PageProps, Page } from '../../src/types/page-props.ts'
import { english } from '../../src/i18n/locales/english.ts'
import { allOf, readPage, textOf, type Element } from './read-page.ts'
import { NOW, pageStates } from './page-states.ts'

const render = (page: Page | undefined): Element => {
  if (page === undefined) throw new Error('There is no such state')
  return readPage(renderPage(page, { theme: {}, nonce: 'bm9uY2U', now: NOW }).html)
}

const fieldsOf = (form: Element): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    allOf(form, 'input')
      .filter(({ attributes }) => attributes.get('type') === 'hidden')
      .map(({ attributes }) => [attributes.get('name'), attributes.get('value')]),
  )

const formsOf = (root: Element) =>
  allOf(root, 'form').map((form) => [form.attributes.get('action'), fieldsOf(form)] as const)

const account = 'https://app.example.com/auth/account'

/** The labels of the links and buttons of a section, as a screen reader announces them. */
const controlsOf = (root: Element, section: string): readonly string[] =>
  allOf(root, 'section')
    .filter(({ attributes }) => attributes.get('aria-labelledby') === section)
    .flatMap((element) => [...allOf(element, 'a'), ...allOf(element, 'button')])
    .map((control) => control.attributes.get('aria-label') ?? textOf(control))

const linksOf = (root: Element): readonly (string | undefined)[] =>
  allOf(root, 'a').map(({ attributes }) => attributes.get('href'))

const bare: AccountProps = {
  user: { email: 'a@b.example' },
  action: account,
  signoutUrl: '/auth/signout',
  home: '/',
  accounts: [],
  linkable: [],
}

describe('the account page', () => {
  test('has a section for each thing that the user can change, with links and buttons of different labels', () => {
    const root = render(pageStates['account'])
    const sections = allOf(root, 'section').map(({ attributes }) => attributes.get('aria-labelledby') ?? '')
    expect(Object.fromEntries(sections.map((section) => [section, controlsOf(root, section)]))).toEqual({
      profile: ['Remove Picture', 'Edit: Name', 'Edit: Email address'],
      accounts: ['Disconnect GitHub', 'Disconnect Google', 'Connect Keycloak'],
      passkeys: [
        ...['Rename: iCloud Keychain', 'Remove iCloud Keychain', 'Rename: Work laptop', 'Remove Work laptop'],
        ...['Rename: Passkey', 'Remove Passkey', 'Add a passkey'],
      ],
      sessions: ['Sign out of Safari on iPhone', 'Sign out of Unknown browser', 'Sign out of all other devices'],
      deletion: ['Delete account'],
    })
  })

  test('has the CSRF token in each form', () => {
    expect(formsOf(render(pageStates['account-code']))).toEqual([
      [account, { csrfToken: 't', action: 'email-code' }],
      [undefined, { csrfToken: 't', callbackUrl: account, link: 'true' }],
      [account, { csrfToken: 't', action: 'session-end', session: 's2' }],
      [account, { csrfToken: 't', action: 'session-end', session: 's3' }],
      [account, { csrfToken: 't', action: 'sessions-end' }],
      ['https://app.example.com/auth/signout', { csrfToken: 't' }],
    ])
  })

  test('has no link that removes the only sign-in method', () => {
    const root = render(pageStates['account-last'])
    expect(linksOf(root).join()).not.toMatch(/change=(?:unlink|passkey-delete)/)
    expect(textOf(root)).toContain(english.account.onlyMethod)
  })

  test('shows the dates of a passkey and where it is stored', () => {
    const [passkeys] = allOf(render(pageStates['account']), 'section').slice(2)
    expect(allOf(passkeys ?? render(undefined), 'small').map(textOf)).toEqual([
      'Added May 28, 2026\u00a0· last used November 18, 2026\u00a0· kept in your password manager',
      'Added July 2, 2026\u00a0· last used September 21, 2026\u00a0· on one device only',
      'Added July 25, 2026\u00a0· on one device only',
    ])
  })

  test('names each browser with its system, when the user signed in there and when it was last used', () => {
    const [, , , sessions] = allOf(render(pageStates['account']), 'section')
    const rows = allOf(sessions ?? render(undefined), 'li').map((row) => textOf(row).replaceAll(/\s+/g, ' ').trim())
    expect(rows).toEqual([
      'Firefox on Linux This device Signed in November 17, 2026',
      'Safari on iPhone Signed in October 14, 2026 · last active yesterday Sign out',
      'Unknown browser Last active 23 days ago Sign out',
      'Sign out of all other devices',
    ])
  })

  test('shows no section of what the adapter and the config cannot serve', () => {
    const root = render({ page: 'account', props: bare })
    expect(allOf(root, 'section').map(({ attributes }) => attributes.get('aria-labelledby'))).toEqual(['profile'])
    expect(controlsOf(root, 'profile')).toEqual([])
  })

  test.each([
    ['https://pictures.example/a.png', true],
    ['data:image/png;base64,AAAA', true],
    ['http://pictures.example/a.png', false],
    ['javascript:alert(1)', false],
    ['/a.png', false],
  ])('shows a picture that a browser may load, and tells its host nothing: %s', (image, isShown) => {
    const props: AccountProps = { ...bare, user: { image } }
    const { html, headers } = renderPage({ page: 'account', props }, { theme: {}, nonce: 'n' })
    const [picture] = allOf(readPage(html), 'img')
    expect(picture?.attributes.get('src')).toBe(isShown ? image : undefined)
    expect(picture?.attributes.get('referrerpolicy')).toBe(isShown ? 'no-referrer' : undefined)
    expect(headers['content-security-policy']?.includes("img-src 'self' data: https:")).toBe(isShown)
  })
})

describe('the page for one change of the account', () => {
  const states = Object.entries(pageStates).filter(([, { page }]) => page === 'account-change')

  test.each(states)(
    'has one form, with the CSRF token and the name of the change, and a way back: %s',
    (_name, page) => {
      const root = render(page)
      const forms = formsOf(root)
      expect(forms).toHaveLength(1)
      expect(forms[0]?.[0]).toBe(account)
      expect(forms[0]?.[1]).toMatchObject({
        csrfToken: 't',
        action: page.page === 'account-change' && page.props.change,
      })
      expect(linksOf(root)).toContain(account)
    },
  )

  test('names what a removal removes', () => {
    expect(textOf(render(pageStates['account-remove']))).toContain('Ann’s phone')
    expect(textOf(render(pageStates['account-disconnect']))).toContain('GitHub')
    expect(textOf(render(pageStates['account-delete']))).toContain('ann.archer@example.org')
  })

  test('deletes the account only with a checkbox', () => {
    const [box] = allOf(render(pageStates['account-delete']), 'input').filter(
      ({ attributes }) => attributes.get('type') === 'checkbox',
    )
    expect(Object.fromEntries(box?.attributes ?? [])).toMatchObject({ name: 'confirm', value: 'yes', required: '' })
  })
})

describe('the page of a link that was opened in another browser', () => {
  const props: PageProps['confirm-link'] = {
    action: '/auth/callback/mail',
    email: 'ann@example.org',
    host: 'app.example.com',
    fields: [],
  }
  const text = (more: Partial<PageProps['confirm-link']>): string =>
    textOf(render({ page: 'confirm-link', props: { ...props, ...more } }))

  test.each([
    [
      { requestedFrom: { browser: 'Firefox', system: 'Android' }, requestedAt: NOW - 300_000 },
      'in Firefox on Android, 5 minutes ago.',
    ],
    [{ requestedFrom: { browser: 'Firefox' } }, 'was requested in Firefox.'],
    [{ requestedFrom: { system: 'Android' } }, 'was requested in Android.'],
    [{ requestedAt: NOW - 7_200_000 }, 'was requested, 2 hours ago.'],
    [{ replaces: 'bob@example.org' }, 'signed out as bob@example.org'],
  ])('shows from where and when the link was requested: %j', (more, sentence) => {
    expect(text(more)).toContain(sentence)
  })

  test('omits an unknown place, time and user', () => {
    for (const more of [{}, { requestedFrom: {} }]) expect(text(more)).not.toMatch(/was requested|signed out/)
  })
})

describe('the page after an e-mail was sent', () => {
  test('shows the address only if the props contain it', () => {
    expect(textOf(render(pageStates['verify-request-code']))).toContain('on its way to ann.archer@example.org.')
    expect(textOf(render(pageStates['verify-request']))).toContain(english.verifyRequest.sent)
  })

  test('has a field for the code that phones fill in', () => {
    const [input] = allOf(render(pageStates['verify-request-code']), 'input').filter(
      ({ attributes }) => attributes.get('name') === 'code',
    )
    expect(Object.fromEntries(input?.attributes ?? [])).toMatchObject({
      autocomplete: 'one-time-code',
      'aria-describedby': 'code-hint',
      required: '',
    })
  })

  test('marks the field as invalid after a wrong code', () => {
    const [input] = allOf(render(pageStates['verify-request-wrong']), 'input').filter(
      ({ attributes }) => attributes.get('name') === 'code',
    )
    expect(input?.attributes.get('aria-invalid')).toBe('true')
    expect(input?.attributes.get('aria-describedby')).toBe('code-error code-hint')
  })
})
