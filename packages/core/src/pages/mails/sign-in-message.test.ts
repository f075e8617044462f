import { describe, expect, test } from 'vitest'
import { arabic } from '../../i18n/locales/arabic.ts'
import { english } from '../../i18n/locales/english.ts'
import { german } from '../../i18n/locales/german.ts'
import { renderSignInMessage, renderChangeMessage, renderAddressInUseMessage, type MessageContents } from './mail.ts'
import { builtInLocales } from '../../i18n/message-catalog.ts'
import { describeMoment } from '../../i18n/time-spans.ts'
import type { Theme } from '../../types/config-options.ts'

const LINK = 'https://app.example.com/auth/callback/mail?callbackUrl=%2F&token=abc&email=ann%40example.org'
const request = { origin: 'https://app.example.com', requestedFrom: {}, requestedAt: Date.UTC(2026, 10, 21, 14, 5) }
const link: MessageContents = { ...request, url: LINK, seconds: 86_400 }
const code: MessageContents = { ...request, code: 'BCDF-GHJK', seconds: 900 }
const both: MessageContents = { ...link, ...code }

/** The visible text of HTML. */
const visibleText = (html: string): string =>
  html
    .replace(/<head>[^]*?<\/head>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#8203;', '')
    .replaceAll('&#39;', "'")
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
    expect(subject).toBe('BCDF-GHJK is your app.example.com code')
    for (const part of [text, visibleText(html)]) {
      expect(part).toContain('BCDF-GHJK')
      expect(part).toContain('15 minutes')
    }
    expect(`${text}${html}`).not.toMatch(/https?:|href/)
  })

  test('can have a link in small print that only confirms a browser', () => {
    const confirmUrl = 'https://app.example.com/auth/confirm-browser?token=a&b=c'
    const { text, html } = renderSignInMessage({ ...code, confirmUrl }, english, {})
    expect(text).toContain(`\n${english.mail.confirmBrowser}\n${confirmUrl}\n`)
    expect(html).toContain(`href="${confirmUrl.replace('&', '&amp;')}"`)
    expect(visibleText(html)).toContain(english.mail.confirmBrowser)
    expect(renderAddressInUseMessage({ ...request, confirmUrl }, english, {}).text).toContain(confirmUrl)
  })

  test('says that a passkey waits', () => {
    const { text, html } = renderSignInMessage({ ...link, hasNewPasskey: true }, english, {})
    for (const part of [text, visibleText(html)]) expect(part).toContain(english.mail.newPasskey)
    expect(renderSignInMessage(link, english, {}).text).not.toContain(english.mail.newPasskey)
  })

  test('says when it was requested, and with which browser only if it is known', () => {
    const requestedFrom = { browser: 'Chrome', system: 'Windows' }
    const { text, html } = renderSignInMessage({ ...link, requestedFrom }, english, {})
    for (const part of [text.replaceAll('\n', ' '), visibleText(html)])
      expect(part).toContain('When: November 21, 2026 at 2:05 PM UTC With: Chrome on Windows')
    const unknown = renderSignInMessage(link, english, {})
    expect(`${unknown.text}${unknown.html}`).not.toContain('With:')
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
    const shown = lang === 'ar' ? '\u2066BCDF-GHJK\u2069' : 'BCDF-GHJK'
    expect(subject).toBe(messages.mail.codeSubject(shown, 'app.example.com'))
    const { orCode, ignore, subject: heading } = messages.mail
    for (const sentence of [orCode, ignore, heading('app.example.com')]) {
      expect(text).toContain(sentence)
      expect(visibleText(html)).toContain(sentence)
    }
  })

  const buttonOf = (theme: Theme): string | undefined =>
    /background-color: [^;]*; color: [^;]*; border-radius/.exec(renderSignInMessage(link, english, theme).html)?.[0]

  test('uses only the colors of the theme', () => {
    expect(buttonOf({ brandColor: '#123456', buttonText: '#fed' })).toContain('background-color: #123456; color: #fed;')
    for (const evil of [
      'red;}</style><script>',
      '"><script>',
      'url(https://evil.example)',
      'red; background: url(//evil.example)',
    ]) {
      const theme = { brandColor: evil, brandColorDark: evil, buttonText: evil, logo: evil, font: evil }
      expect(renderSignInMessage(link, english, theme)).toEqual(renderSignInMessage(link, english, {}))
    }
    expect(buttonOf({})).toContain('background-color: #2f5bd0; color: #ffffff;')
  })

  test('has the default colors in place of a notation that mail clients drop', () => {
    for (const brandColor of ['oklch(70% 0.1 200)', '#1234', 'hsl(10 20% 30%)'])
      expect(buttonOf({ brandColor })).toBe(buttonOf({}))
  })

  test('keeps the text of the button legible', () => {
    const labelOf = (brandColor: string, buttonText?: string): string | undefined =>
      / color: ([^;]*);/.exec(
        buttonOf(buttonText === undefined ? { brandColor } : { brandColor, buttonText }) ?? '',
      )?.[1]
    expect(labelOf('#ffe066')).toBe('#000')
    expect(labelOf('#ffe066', '#fff')).toBe('#000')
    expect(labelOf('#1d4a3f', '#fff')).toBe('#fff')
    expect(labelOf('#1d4a3f')).toBe('#fff')
    expect(labelOf('rebeccapurple', '#eee')).toBe('#eee')
  })

  test('follows the color scheme of the theme', () => {
    const { html } = renderSignInMessage(link, english, { brandColor: '#123456', brandColorDark: '#fedcba' })
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('.button { background-color: #fedcba !important; color: #000 !important; }')
    const dark = renderSignInMessage(link, english, { colorScheme: 'dark', brandColorDark: '#fedcba' }).html
    expect(dark).toContain('<meta name="color-scheme" content="dark">')
    expect(dark).toContain('background-color: #fedcba; color: #000;')
    const light = renderSignInMessage(link, english, { colorScheme: 'light', brandColorDark: '#fedcba' }).html
    expect(light + dark).not.toContain('prefers-color-scheme')
    expect(light).not.toContain('#fedcba')
  })

  test('escapes its contents and the messages of the developer', () => {
    const evil = '"><img src=x onerror=alert(1)>\'&<c>'
    const mail = { ...english.mail, button: evil, ignore: evil, subject: (app: string) => `${evil} ${app} $& $1` }
    const { html } = renderSignInMessage(
      { ...both, url: `https://a.example/${evil}`, code: evil },
      { ...english, mail },
      {},
    )
    expect(html).not.toMatch(/<img|<c>|'&</)
    expect(visibleText(html)).toContain('app.example.com')
    expect(html).toContain('$&amp; $1')
  })

  test('loads nothing but the logo, from its address on the web', () => {
    const loadedBy = (logo: string): readonly string[] => {
      const { html } = renderSignInMessage(both, english, { name: 'Acme', logo })
      expect(html).not.toMatch(/url\(|@import|@font-face|<link/)
      return html.match(/ src="[^"]*" alt="[^"]*"/g) ?? []
    }
    expect(loadedBy('https://cdn.example/logo.png')).toEqual([' src="https://cdn.example/logo.png" alt="Acme"'])
    expect(loadedBy('/logo.png')).toEqual([' src="https://app.example.com/logo.png" alt="Acme"'])
    expect(loadedBy('data:image/png;base64,AAAA')).toEqual([])
  })

  test('has the name of the application in place of its host', () => {
    const { subject, text, html } = renderSignInMessage(both, english, { name: 'Acme & Sons' })
    expect(subject).toBe('BCDF-GHJK is your Acme & Sons code')
    expect(text.startsWith('Sign in to Acme & Sons\n')).toBe(true)
    expect(text.endsWith('\nAcme & Sons · app.example.com\n')).toBe(true)
    expect(html).toContain('Sign in to Acme &amp; Sons')
  })

  test('keeps the subject in one line', () => {
    const name = 'Acme\r\nBcc: eve@example.com'
    expect(renderSignInMessage(link, english, { name }).subject).toBe('Sign in to Acme Bcc: eve@example.com')
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
  mail.codeSubject('BCDF-GHJK', HOST),
  mail.ignore,
]

test.each(all.map((messages) => [messages.lang, messages] as const))(
  '%s: the e-mail to a new address does not speak of signing in',
  (_lang, messages) => {
    const { subject, text, html } = renderChangeMessage({ ...both, url: URL_OF }, messages, {})
    const { url: _url, ...withoutLink } = { ...both, url: URL_OF }
    expect(renderChangeMessage({ ...link, url: URL_OF }, messages, {}).subject).toBe(
      messages.mail.emailChange.subject(HOST),
    )
    expect(subject).toBe(renderChangeMessage(withoutLink, messages, {}).subject)
    expect(subject).toContain('BCDF-GHJK')
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
    const { subject, text, html } = renderAddressInUseMessage(request, messages, {})
    const when = messages.notification.when(describeMoment(messages.lang, request.requestedAt))
    expect(subject).toBe(messages.mail.addressInUse.subject(HOST))
    expect(text).toBe(`${[subject, messages.mail.addressInUse.ignore, when, HOST].join('\n\n')}\n`)
    expect(`${text}${html}`).not.toMatch(/https?:|href/)
  },
)
