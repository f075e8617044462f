import { describe, expect, test } from 'vitest'
import { renderPage } from '../../src/pages/render.ts'
import type { AccountProps, ConfirmLinkProps, Page } from '../../src/types/page-props.ts'
import { english } from '../../src/i18n/locales/english.ts'
import { allOf, readPage, textOf } from './read-page.ts'
import type { Element } from './read-page.ts'
import { NOW, states } from './states.ts'

const render = (page: Page | undefined): Element => {
  if (page === undefined) throw new Error('There is no such state.')
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
  test('has a form for everything that can be changed, each with the token', () => {
    expect(formsOf(render(states['account']))).toEqual([
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

  test('offers no way out of the last way in', () => {
    const root = render(states['account-last'])
    expect(formsOf(root).map(([, fields]) => fields['action'])).toEqual([undefined])
    expect(textOf(root)).toContain(english.account.onlyMethod)
  })

  test('tells buttons of a kind apart for those who do not see where they stand', () => {
    const labels = allOf(render(states['account']), 'button').flatMap(
      ({ attributes }) => attributes.get('aria-label') ?? [],
    )
    expect(labels).toEqual(['Disconnect GitHub', 'Disconnect Google', 'Remove Ann’s phone', 'Remove Passkey'])
  })

  test('says what is known of a passkey, in the dates of the language', () => {
    const facts = allOf(render(states['account']), 'small').map(textOf)
    expect(facts).toEqual([
      'Added May 28, 2026\u00a0· last used September 21, 2026\u00a0· kept in your password manager',
      'Added July 25, 2026\u00a0· on one device only',
    ])
  })

  test('has no part about passkeys where there are none to be had', () => {
    expect(textOf(render(states['account-bare']))).not.toContain(english.account.passkeys)
  })

  test('loads no picture of the person, which would be fetched from elsewhere', () => {
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
    expect(headers['content-security-policy']).not.toContain('img-src')
  })
})

describe('the page of a link that was opened elsewhere', () => {
  const props: ConfirmLinkProps = {
    action: '/auth/callback/mail',
    email: 'ann@example.org',
    host: 'app.example.com',
    fields: [],
  }
  const text = (more: Partial<ConfirmLinkProps>): string =>
    textOf(render({ page: 'confirm-link', props: { ...props, ...more } }))

  test.each([
    [
      { requestedFrom: { browser: 'Firefox', system: 'Android' }, requestedAt: NOW - 300_000 },
      'in Firefox on Android, 5 minutes ago.',
    ],
    [{ requestedFrom: { browser: 'Firefox' } }, 'was asked for in Firefox.'],
    [{ requestedFrom: { system: 'Android' } }, 'was asked for in Android.'],
    [{ requestedAt: NOW - 7_200_000 }, 'was asked for, 2 hours ago.'],
    [{ replaces: 'bob@example.org' }, 'signed out as bob@example.org'],
  ])('says what is known of who asked: %j', (more, sentence) => {
    expect(text(more)).toContain(sentence)
  })

  test('says nothing of what it does not know', () => {
    for (const more of [{}, { requestedFrom: {} }]) expect(text(more)).not.toMatch(/asked for in|asked for,|signed out/)
  })
})

describe('the page after a mail was sent', () => {
  test('names the address only when it is told one', () => {
    expect(textOf(render(states['verify-request-code']))).toContain('on its way to ann.archer@example.org.')
    expect(textOf(render(states['verify-request']))).toContain(english.verifyRequest.sent)
  })

  test('takes a code in a field that phones fill by themselves', () => {
    const [input] = allOf(render(states['verify-request-code']), 'input').filter(
      ({ attributes }) => attributes.get('name') === 'code',
    )
    expect(Object.fromEntries(input?.attributes ?? [])).toMatchObject({
      autocomplete: 'one-time-code',
      'aria-describedby': 'code-hint',
      required: '',
    })
  })

  test('blames the field after a wrong code', () => {
    const [input] = allOf(render(states['verify-request-wrong']), 'input').filter(
      ({ attributes }) => attributes.get('name') === 'code',
    )
    expect(input?.attributes.get('aria-invalid')).toBe('true')
    expect(input?.attributes.get('aria-describedby')).toBe('error code-hint')
  })
})
