import { describe, expect, test } from 'vitest'
import { renderPage } from '../../src/pages/render.ts'
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

describe('the account page', () => {
  test('has a form with the CSRF token for each change', () => {
    expect(formsOf(render(pageStates['account']))).toEqual([
      [account, { csrfToken: 't', action: 'email-change' }],
      [account, { csrfToken: 't', action: 'unlink', provider: 'github', providerAccountId: '1' }],
      [account, { csrfToken: 't', action: 'unlink', provider: 'google', providerAccountId: '2' }],
      [undefined, { csrfToken: 't', callbackUrl: account, link: 'true' }],
      [account, { csrfToken: 't', action: 'passkey-delete', credentialId: 'a' }],
      [account, { csrfToken: 't', action: 'passkey-rename', credentialId: 'a' }],
      [account, { csrfToken: 't', action: 'passkey-delete', credentialId: 'b' }],
      [account, { csrfToken: 't', action: 'passkey-rename', credentialId: 'b' }],
      ['https://app.example.com/auth/signout', { csrfToken: 't' }],
    ])
  })

  test('has no button that removes the only sign-in method', () => {
    const root = render(pageStates['account-last'])
    expect(formsOf(root).map(([, fields]) => fields['action'])).toEqual([undefined])
    expect(textOf(root)).toContain(english.account.onlyMethod)
  })

  test('gives similar buttons different labels for screen readers', () => {
    const labels = allOf(render(pageStates['account']), 'button').flatMap(
      ({ attributes }) => attributes.get('aria-label') ?? [],
    )
    expect(labels).toEqual(['Disconnect GitHub', 'Disconnect Google', 'Remove Ann’s phone', 'Remove Passkey'])
  })

  test('shows the dates of a passkey and where it is stored', () => {
    const facts = allOf(render(pageStates['account']), 'small').map(textOf)
    expect(facts).toEqual([
      'Added May 28, 2026\u00a0· last used September 21, 2026\u00a0· kept in your password manager',
      'Added July 25, 2026\u00a0· on one device only',
    ])
  })

  test('has no passkey section without a passkey provider', () => {
    expect(textOf(render(pageStates['account-bare']))).not.toContain(english.account.passkeys)
  })

  test('does not load the picture of the user from another origin', () => {
    const props: AccountProps = {
      user: { email: 'a@b.example', image: 'https://pictures.example/a.png' },
      action: account,
      signoutUrl: '/auth/signout',
      home: '/',
      accounts: [],
      linkable: [],
    }
    const { html, headers } = renderPage({ page: 'account', props }, { theme: {}, nonce: 'n' })
    expect(html).not.toContain('pictures.example')
    expect(headers['content-security-policy']).toContain('img-src data:;')
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
