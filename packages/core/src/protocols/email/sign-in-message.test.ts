import { describe, expect, test } from 'vitest'
import { arabic } from '../../i18n/locales/arabic.ts'
import { english } from '../../i18n/locales/english.ts'
import { german } from '../../i18n/locales/german.ts'
import { renderSignInMessage, renderChangeMessage, renderAddressInUseMessage, type MessageContents } from './mail.ts'
import { builtInLocales } from '../../i18n/message-catalog.ts'

const LINK = 'https://app.example.com/auth/callback/mail?callbackUrl=%2F&token=abc&email=ann%40example.org'
const link: MessageContents = { host: 'app.example.com', url: LINK, within: '1 day' }
const code: MessageContents = { host: 'app.example.com', code: 'BCDF-GHJK', within: '15 minutes' }
const both: MessageContents = { ...link, ...code }

/** The visible text of HTML. */
const visibleText = (html: string): string =>
  html
    .replace(/<(?:head|style)[^]*?<\/(?:head|style)>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#8203;', '')
    .replaceAll(/\s+/g, ' ')

describe('the sign-in e-mail', () => {
  test('has the host and the link in text and HTML', () => {
    const { subject, text, html } = renderSignInMessage(link, english, {})
    expect(subject).toBe('Sign in to app.example.com')
    expect(text).toContain(`\n${LINK}\n`)
    expect(html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('app&#8203;.example&#8203;.com')
    expect(visibleText(html)).toContain('within 1 day')
  })

  test('has no link if it has only a code', () => {
    const { subject, text, html } = renderSignInMessage(code, english, {})
    expect(subject).toBe('Your code for app.example.com')
    for (const part of [text, visibleText(html)]) {
      expect(part).toContain('BCDF-GHJK')
      expect(part).toContain('15 minutes')
    }
    expect(`${text}${html}`).not.toMatch(/https?:|href/)
  })

  test('can have a link in small print that only confirms a browser', () => {
    const confirmUrl = 'https://app.example.com/auth/confirm-browser?token=a&b=c'
    const { text, html } = renderSignInMessage({ ...code, confirmUrl }, english, {})
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([english.mail.confirmBrowser, confirmUrl])
    expect(html).toContain(`href="${confirmUrl.replace('&', '&amp;')}"`)
    expect(visibleText(html)).toContain(english.mail.confirmBrowser)
    expect(renderAddressInUseMessage({ host: 'app.example.com', confirmUrl }, english, {}).text).toContain(confirmUrl)
  })

  test('says that a passkey waits, and in which browser it was created', () => {
    const newPasskeyFrom = { browser: 'Chrome', system: 'Windows' }
    const { text, html } = renderSignInMessage({ ...link, newPasskeyFrom }, english, {})
    for (const part of [text, visibleText(html)]) {
      expect(part).toContain(english.mail.newPasskey)
      expect(part).toContain('With: Chrome on Windows')
    }
    expect(renderSignInMessage({ ...link, newPasskeyFrom: {} }, english, {}).text).not.toContain('With:')
  })

  test('can have a link and a code', () => {
    const { text, html } = renderSignInMessage(both, english, {})
    for (const part of [text, html]) {
      expect(part).toContain('BCDF-GHJK')
      expect(part).toContain('https://app.example.com/auth/callback/mail?')
    }
  })

  test.each([
    ['en', english, 'ltr'],
    ['de', german, 'ltr'],
    ['ar', arabic, 'rtl'],
  ])('says the same in text and HTML in %s', (lang, messages, dir) => {
    const { subject, text, html } = renderSignInMessage(both, messages, {})
    expect(html).toContain(`<html lang="${lang}" dir="${dir}">`)
    expect(subject).toBe(messages.mail.subject('app.example.com'))
    const sentences = [messages.mail.orCode, messages.mail.expires('15 minutes'), messages.mail.ignore]
    for (const sentence of sentences) {
      expect(text).toContain(sentence)
      expect(visibleText(html)).toContain(sentence)
    }
    expect(visibleText(html).replaceAll(/\s/g, '')).toContain(
      messages.mail.heading('app.example.com').replaceAll(/\s/g, ''),
    )
  })

  test('uses only the colors of the theme', () => {
    const { html } = renderSignInMessage(link, english, { brandColor: '#123456', buttonText: '#fed' })
    expect(html).toContain('background: #123456; color: #fed;')
    for (const evil of [
      'red;}</style><script>',
      '"><script>',
      'url(https://evil.example)',
      'red; background: url(//evil.example)',
    ]) {
      const rendered = renderSignInMessage(link, english, { brandColor: evil, buttonText: evil, logo: evil }).html
      expect(rendered).not.toContain('script')
      expect(rendered).not.toContain('evil')
      expect(rendered).toContain('background: #2f5bd0; color: #fff;')
    }
  })

  test('keeps the text of the button legible', () => {
    const labelOf = (brandColor: string, buttonText?: string): string | undefined =>
      /background: #?\w+; color: (#?\w+);/.exec(
        renderSignInMessage(link, english, buttonText === undefined ? { brandColor } : { brandColor, buttonText }).html,
      )?.[1]
    expect(labelOf('#ffe066')).toBe('#000')
    expect(labelOf('#ffe066', '#fff')).toBe('#000')
    expect(labelOf('#1d4a3f', '#fff')).toBe('#fff')
    expect(labelOf('#1d4a3f')).toBe('#fff')
    expect(labelOf('rebeccapurple', '#eee')).toBe('#eee')
  })

  test('escapes its contents and the messages of the developer', () => {
    const evil = '"><img src=x onerror=alert(1)>\'&<c>'
    const mail = { ...english.mail, button: evil, ignore: evil, heading: (host: string) => `${evil} ${host} $& $1` }
    const { html } = renderSignInMessage(
      { ...both, url: `https://a.example/${evil}`, code: evil },
      { ...english, mail },
      {},
    )
    expect(html).not.toMatch(/<img|<c>|'&</)
    expect(visibleText(html)).toContain('app.example.com')
    expect(html).toContain('$&amp; $1')
  })

  test('loads nothing from a server', () => {
    const addresses = renderSignInMessage(both, english, { logo: 'https://cdn.example/logo.png' }).html.match(
      /(?:src|href|url)\s*[=(]\s*["']?[^"')\s>]+/g,
    )
    expect(addresses).toEqual([`href="${LINK.replaceAll('&', '&amp;')}`])
  })
})

const all = await Promise.all(Object.values(builtInLocales).map(({ load }) => load()))

const HOST = 'app.example.com'
const URL_OF = `https://${HOST}/auth/change-email?token=t`

/** Sentences of the sign-in e-mail, which e-mails about a change of address must not contain. */
const signInSentences = ({ mail }: (typeof all)[number]): readonly string[] => [
  mail.button,
  mail.openLink,
  mail.subject(HOST),
  mail.codeSubject(HOST),
  mail.ignore,
]

test.each(all.map((messages) => [messages.lang, messages] as const))(
  '%s: the e-mail to a new address does not speak of signing in',
  (_lang, messages) => {
    const contents = { host: HOST, url: URL_OF, code: 'BCDF-GHJK', within: '15 minutes' }
    const { subject, text, html } = renderChangeMessage(contents, messages, {})
    expect(subject).toBe(messages.mail.emailChange.subject(HOST))
    for (const part of [URL_OF, 'BCDF-GHJK', messages.mail.emailChange.openLink, messages.mail.emailChange.ignore])
      expect(text).toContain(part)
    expect(html).toContain(`href="${URL_OF}"`)
    for (const sentence of signInSentences(messages)) {
      expect(text.split('\n')).not.toContain(sentence)
      expect(subject).not.toBe(sentence)
    }
  },
)

test.each(all.map((messages) => [messages.lang, messages] as const))(
  '%s: the e-mail to an address in use has no link',
  (_lang, messages) => {
    const { subject, text, html } = renderAddressInUseMessage({ host: HOST }, messages, {})
    expect([subject, text]).toEqual([
      messages.mail.addressInUse.subject(HOST),
      `${messages.mail.addressInUse.heading(HOST)}\n\n${messages.mail.addressInUse.ignore}\n`,
    ])
    expect(`${text}${html}`).not.toMatch(/https?:|href/)
  },
)

test('escapes the host', () => {
  const [english] = all
  if (english === undefined) throw new Error('There is no locale')
  for (const { html } of [
    renderAddressInUseMessage({ host: '"><b>x</b>' }, english, {}),
    renderChangeMessage({ host: '"><b>x</b>', url: URL_OF, within: 'x' }, english, {}),
  ])
    expect(html).not.toContain('<b>')
})
