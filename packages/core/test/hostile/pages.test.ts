import { describe, expect, test } from 'vitest'
import { renderPage } from '../pages/render-any-page.ts'
import type { Theme } from '../../src/types/config-options.ts'
import type { Page } from '../../src/types/page-props.ts'
import { everyPageWith } from '../pages/pages-with-text.ts'
import { allOf, readPage, shapeOf, textOf } from '../pages/read-page.ts'
import { PAYLOADS } from './payloads.ts'

const render = (page: Page, theme: Theme = {}): string => renderPage(page, { theme, nonce: 'bm9uY2U' }).html

describe('hostile text in any placeholder of a page stays text', () => {
  for (const kind of [
    'signin',
    'signout',
    'verify-request',
    'confirm-link',
    'change-email',
    'confirm-browser',
    'finish-email',
    'undo-email',
    'passkey',
    'keep-passkey',
    'account',
    'repost',
    'error',
  ] as const) {
    const calm = shapeOf(readPage(render(everyPageWith('calm')[kind])))

    test.each(PAYLOADS)(`${kind}: %s`, (payload) => {
      const page = readPage(render(everyPageWith(payload)[kind]))
      expect(shapeOf(page)).toBe(calm)
    })
  }
})

test('a form sends exactly the values of its props', () => {
  for (const payload of PAYLOADS) {
    const page = readPage(render(everyPageWith(payload).signout))
    const values = allOf(page, 'input').map(({ attributes }) => attributes.get('value'))
    expect(values).toEqual([payload, payload])
  }
})

test('no page has inline handlers, inline styles, or elements that load from or link to other sites', () => {
  for (const page of Object.values(everyPageWith('<b>'))) {
    const elements = allOf(readPage(render(page)))
    const names = elements.flatMap(({ attributes }) => [...attributes.keys()])
    expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
    expect(elements.filter(({ tag }) => ['base', 'iframe', 'object', 'embed', 'img'].includes(tag))).toEqual([])
    const links = elements.filter(({ tag }) => tag === 'link').map(({ attributes }) => [...attributes.values()])
    // The empty icon, without which browsers request one.
    expect(links).toEqual([['icon', 'data:,']])
  }
})

test('a URL that is not http or https is in no link and no form', () => {
  for (const target of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    '\u0001javascript:alert(1)',
  ]) {
    const pages: readonly Page[] = [
      { page: 'signout', props: { action: target, callbackUrl: target, user: 'Ann', home: target } },
      { page: 'repost', props: { action: target, fields: [] } },
      { page: 'verify-request', props: { home: target, signinUrl: target, resend: { action: target, fields: [] } } },
      { page: 'error', props: { error: 'Verification', signinUrl: target, home: target } },
      {
        page: 'signin',
        props: {
          callbackUrl: target,
          currentUser: 'Ann',
          providers: [
            { id: 'a', name: 'A', kind: 'redirect', action: target, style: { bg: '', text: '', logo: target } },
            { id: 'p', name: 'P', kind: 'passkey', action: target, optionsUrl: target },
          ],
        },
      },
      {
        page: 'passkey',
        props: { providerId: 'p', action: target, optionsUrl: target, callbackUrl: target, skipUrl: target },
      },
      {
        page: 'keep-passkey',
        props: { action: target, callbackUrl: target, host: 'h', email: 'e', fields: [], keepsByDefault: true },
      },
      { page: 'confirm-browser', props: { host: 'h', email: 'e', home: target, signinUrl: target, action: target } },
      {
        page: 'confirm-browser',
        props: { host: 'h', email: 'e', home: target, signinUrl: target, isDone: true },
      },
      {
        page: 'account',
        props: {
          user: { image: target },
          action: target,
          signoutUrl: target,
          home: target,
          accounts: [{ provider: 'a', providerAccountId: '1', name: 'A', canUnlink: true }],
          linkable: [{ id: 'b', name: 'B', kind: 'redirect', action: target }],
          passkeys: { list: [], addUrl: target },
        },
      },
    ]
    const targets = pages
      .flatMap((page) => allOf(readPage(render(page))))
      .filter(({ tag }) => tag !== 'link')
      .flatMap(({ attributes }) =>
        ['href', 'action', 'formaction', 'data-options-url', 'src', 'srcset'].flatMap(
          (name) => attributes.get(name) ?? [],
        ),
      )
    expect(targets).toEqual(Array.from({ length: 24 }, () => '/'))
  }
})

test('an unknown error gets the general text and is not repeated', () => {
  const general = render({ page: 'error', props: { error: 'Default', signinUrl: '/', home: '/' } })
  for (const error of [
    '',
    'constructor',
    '__proto__',
    'toString',
    'AdapterError',
    'MissingSecret',
    'accessdenied',
    ...PAYLOADS,
  ]) {
    expect(render({ page: 'error', props: { error, signinUrl: '/', home: '/' } })).toBe(general)
    const signin = readPage(render({ page: 'signin', props: { error: error || 'x', providers: [], callbackUrl: '/' } }))
    const alert = allOf(signin, 'div').find(({ attributes }) => attributes.get('role') === 'alert')
    expect(alert === undefined ? '' : textOf(alert)).toContain('Sign-in did not work')
  }
})

test('a hostile theme is ignored', () => {
  const { signout } = everyPageWith('calm')
  for (const payload of PAYLOADS) {
    const theme = { brandColor: payload, buttonText: payload, logo: payload }
    expect(render(signout, theme)).toBe(render(signout))
  }
  expect(render(signout, { colorScheme: JSON.parse('"constructor"') })).toBe(render(signout))
})
