import { describe, expect, test } from 'vitest'
import { renderMessage } from './message.ts'

const LINK = 'https://app.example.com/auth/callback/mail?callbackUrl=%2F&token=abc&email=ann%40example.org'

describe('a mail', () => {
  test('names the host and brings the link, in text and in HTML', () => {
    const { subject, text, html } = renderMessage(LINK, {})
    expect(subject).toBe('Sign in to app.example.com')
    expect(text).toBe(`Sign in to app.example.com\n${LINK}\n\n`)
    expect(html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('app&#8203;.example&#8203;.com')
    expect(html).toContain('background: #346df1; color: #fff;')
  })

  test('takes the colours of the theme, and nothing else from it', () => {
    expect(renderMessage(LINK, { brandColor: '#123456', buttonText: 'rgb(1, 2, 3)' }).html).toContain(
      'background: #123456; color: rgb(1, 2, 3);',
    )
    for (const evil of [
      'red;}</style><script>',
      '"><script>',
      'url(https://evil.example)',
      'red; background: url(//evil.example)',
    ]) {
      const { html } = renderMessage(LINK, { brandColor: evil, buttonText: evil })
      expect(html).not.toContain('script')
      expect(html).not.toContain('evil')
      expect(html).toContain('background: #346df1; color: #fff;')
    }
  })

  test('is not broken by its link', () => {
    const { html, subject } = renderMessage('https://app.example.com/"><img src=x onerror=alert(1)>?a=\'&b=<c>', {})
    expect(html).not.toMatch(/<img|'&b|<c>/)
    expect(subject).toBe('Sign in to app.example.com')
  })

  test('asks nobody else for anything', () => {
    const addresses = renderMessage(LINK, {}).html.match(/(?:src|href|url)\s*[=(]\s*["']?[^"')\s>]+/g)
    expect(addresses).toEqual([`href="${LINK.replaceAll('&', '&amp;')}`])
  })
})
