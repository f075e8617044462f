import { describe, expect, test } from 'vitest'
import { arabic } from '../../i18n/locales/arabic.ts'
import { english } from '../../i18n/locales/english.ts'
import { german } from '../../i18n/locales/german.ts'
import { renderMessage } from './sign-in-message.ts'
import type { Contents } from './sign-in-message.ts'

const LINK = 'https://app.example.com/auth/callback/mail?callbackUrl=%2F&token=abc&email=ann%40example.org'
const link: Contents = { host: 'app.example.com', url: LINK, within: '1 day' }
const code: Contents = { host: 'app.example.com', code: 'BCDF-GHJK', within: '15 minutes' }
const both: Contents = { ...link, ...code }

/** What a person reads of HTML. */
const readable = (html: string): string =>
  html
    .replace(/<(?:head|style)[^]*?<\/(?:head|style)>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#8203;', '')
    .replaceAll(/\s+/g, ' ')

describe('a mail', () => {
  test('names the host and brings the link, in text and in HTML', () => {
    const { subject, text, html } = renderMessage(link, english, {})
    expect(subject).toBe('Sign in to app.example.com')
    expect(text).toContain(`\n${LINK}\n`)
    expect(html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('app&#8203;.example&#8203;.com')
    expect(readable(html)).toContain('within 1 day')
  })

  test('brings a code, and then no link at all', () => {
    const { subject, text, html } = renderMessage(code, english, {})
    expect(subject).toBe('Your code for app.example.com')
    for (const part of [text, readable(html)]) {
      expect(part).toContain('BCDF-GHJK')
      expect(part).toContain('15 minutes')
    }
    expect(`${text}${html}`).not.toMatch(/https?:|href/)
  })

  test('brings both', () => {
    const { text, html } = renderMessage(both, english, {})
    for (const part of [text, html]) {
      expect(part).toContain('BCDF-GHJK')
      expect(part).toContain('https://app.example.com/auth/callback/mail?')
    }
  })

  test.each([
    ['en', english, 'ltr'],
    ['de', german, 'ltr'],
    ['ar', arabic, 'rtl'],
  ])('speaks %s, and both parts say the same', (lang, messages, dir) => {
    const { subject, text, html } = renderMessage(both, messages, {})
    expect(html).toContain(`<html lang="${lang}" dir="${dir}">`)
    expect(subject).toBe(messages.mail.subject('app.example.com'))
    const said = [messages.mail.orCode, messages.mail.expires('15 minutes'), messages.mail.ignore]
    for (const sentence of said) {
      expect(text).toContain(sentence)
      expect(readable(html)).toContain(sentence)
    }
    expect(readable(html).replaceAll(/\s/g, '')).toContain(
      messages.mail.heading('app.example.com').replaceAll(/\s/g, ''),
    )
  })

  test('takes the colours of the theme, and nothing else from it', () => {
    const { html } = renderMessage(link, english, { brandColor: '#123456', buttonText: '#fed' })
    expect(html).toContain('background: #123456; color: #fed;')
    for (const evil of [
      'red;}</style><script>',
      '"><script>',
      'url(https://evil.example)',
      'red; background: url(//evil.example)',
    ]) {
      const drawn = renderMessage(link, english, { brandColor: evil, buttonText: evil, logo: evil }).html
      expect(drawn).not.toContain('script')
      expect(drawn).not.toContain('evil')
      expect(drawn).toContain('background: #2f5bd0; color: #fff;')
    }
  })

  test('keeps its button legible', () => {
    const labelOf = (brandColor: string, buttonText?: string): string | undefined =>
      /background: #?\w+; color: (#?\w+);/.exec(
        renderMessage(link, english, buttonText === undefined ? { brandColor } : { brandColor, buttonText }).html,
      )?.[1]
    expect(labelOf('#ffe066')).toBe('#000')
    expect(labelOf('#ffe066', '#fff')).toBe('#000')
    expect(labelOf('#1d4a3f', '#fff')).toBe('#fff')
    expect(labelOf('#1d4a3f')).toBe('#fff')
    expect(labelOf('rebeccapurple', '#eee')).toBe('#eee')
  })

  test('is not broken by what it holds, nor by the owner’s words', () => {
    const evil = '"><img src=x onerror=alert(1)>\'&<c>'
    const mail = { ...english.mail, button: evil, ignore: evil, heading: (host: string) => `${evil} ${host} $& $1` }
    const { html } = renderMessage({ ...both, url: `https://a.example/${evil}`, code: evil }, { ...english, mail }, {})
    expect(html).not.toMatch(/<img|<c>|'&</)
    expect(readable(html)).toContain('app.example.com')
    expect(html).toContain('$&amp; $1')
  })

  test('asks nobody else for anything', () => {
    const addresses = renderMessage(both, english, { logo: 'https://cdn.example/logo.png' }).html.match(
      /(?:src|href|url)\s*[=(]\s*["']?[^"')\s>]+/g,
    )
    expect(addresses).toEqual([`href="${LINK.replaceAll('&', '&amp;')}`])
  })
})
