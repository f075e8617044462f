import { describe, expect, test } from 'vitest'
import { arabic } from '../../i18n/locales/arabic.ts'
import { english } from '../../i18n/locales/english.ts'
import { german } from '../../i18n/locales/german.ts'
import { renderSignInMessage } from './sign-in-message.ts'
import type { MessageContents } from './sign-in-message.ts'

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
