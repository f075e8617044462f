import { describe, expect, test } from 'vitest'
import { builtInLocales } from '../../src/i18n/message-catalog.ts'
import { mailSamples, mailTheme } from './mail-samples.ts'

/*
 * What Gmail, Apple Mail, Outlook and Yahoo support, by https://www.caniemail.com (features/css-…, features/html-…).
 * Where a client ignores one of these, the e-mail stays legible: Outlook for Windows shows square corners, and an e-mail
 * as wide as its window.
 */
const PROPERTIES = new Set([
  'background-color',
  'border',
  'border-radius',
  'color',
  'display',
  'font-family',
  'font-size',
  'font-weight',
  'height',
  'letter-spacing',
  'line-height',
  'margin',
  'max-height',
  'max-width',
  'overflow',
  'padding',
  'text-align',
  'text-decoration',
  'white-space',
  'word-break',
])

/** Values that only some clients know, of properties that all of them know. */
const UNSUPPORTED_VALUE = /var\(|calc\(|url\(|flex|grid|\d(?:rem|vh|vw|ch)\b|(?:oklch|oklab|lch|lab|hwb|color-mix)\(/

const ELEMENTS = new Set('html head meta title style body div table tr td a img br bdo'.split(' '))

/** Gmail drops a style element above 8,192 characters, and cuts an e-mail above 102 KB. */
const MAX_STYLE = 8192
const MAX_MAIL = 102_000

const declarationsOf = (css: string): readonly (readonly [property: string, value: string])[] =>
  css
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration !== '')
    .map((declaration) => {
      const colon = declaration.indexOf(':')
      return [declaration.slice(0, colon), declaration.slice(colon + 1).trim()]
    })

const decode = (html: string): string =>
  html
    .replaceAll('&#8203;', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#96;', '`')
    .replaceAll('&amp;', '&')

const toLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[\u2066\u2069]/g, '').trim())
    .filter((line) => line !== '')

/** The lines that a mail client shows. */
const visibleLines = (html: string): readonly string[] =>
  toLines(
    decode(
      html
        .replace(/^[^]*<\/head>/, '')
        .replaceAll(/<div style="display: none[^]*?<\/div>/g, '')
        .replaceAll(/<br>|<\/td>/g, '\n')
        .replaceAll(/<[^>]*>/g, ''),
    ),
  )

const samples = Object.entries(mailSamples)

describe.each(Object.keys(builtInLocales))('every e-mail in %s', (lang) => {
  const load = () => builtInLocales[lang]?.load() ?? Promise.reject(new TypeError('There is no such locale'))

  test.each(samples)('%s has the same content as text and as HTML', async (_name, render) => {
    const messages = await load()
    const { text, html } = render(messages, mailTheme)
    const { mail, notification } = messages
    const texts = [mail, mail.emailChange, notification, notification.undo]
    const buttons = new Set(texts.map(({ button }) => button))
    const labels = new Set(texts.map(({ openLink }) => openLink))
    // The HTML has a button, and says what to do without it. The text says what the address is.
    const shown = visibleLines(html).filter((line) => !buttons.has(line) && line !== mail.orLink)
    expect(shown).toEqual(toLines(text).filter((line) => !labels.has(line)))
    expect(visibleLines(html).some((line) => buttons.has(line))).toBe(toLines(text).some((line) => labels.has(line)))
  })

  test('has the direction of the language, and codes from left to right', async () => {
    const messages = await load()
    for (const [, render] of samples) {
      const { html } = render(messages, mailTheme)
      expect(html).toContain(`<html lang="${lang}" dir="${messages.dir}">`)
      expect(html).toContain(`role="presentation" dir="${messages.dir}"`)
      expect(html).not.toContain(messages.dir === 'rtl' ? 'align="left"' : 'align="right"')
      expect(html.includes('123 456')).toBe(html.includes('<bdo dir="ltr">123 456</bdo>'))
    }
  })

  test('has a subject of its own, which names the application', async () => {
    const messages = await load()
    const subjects = samples.map(([, render]) => render(messages, mailTheme).subject)
    for (const subject of subjects) expect(subject).toContain('Acme')
    // Three forms of a sign-in by link, and two of a changed address, differ only in their content.
    expect(new Set(subjects).size).toBe(samples.length - 3)
  })
})

describe('every e-mail in mail clients', async () => {
  const messages = await builtInLocales['ar']?.load()
  if (messages === undefined) throw new Error('There is no such locale')

  test.each(samples)('%s uses only the CSS that common mail clients support', (_name, render) => {
    const { html } = render(messages, { ...mailTheme, font: '"Acme Sans", sans-serif', radius: 4 })
    const inline = [...html.matchAll(/ style="([^"]*)"/g)].map(([, css = '']) => decode(css))
    const [, sheet = ''] = /<style>([^]*)<\/style>/.exec(html) ?? []
    const rules = [...sheet.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', css = '']) => [
      selector.trim(),
      css,
    ])
    expect(rules[0]).toEqual([':root', ' color-scheme: light dark; '])
    for (const [selector] of rules.slice(1)) expect(selector).toMatch(/^\.[a-z]+$/)
    expect(sheet.match(/@[^{]*/g)).toEqual(['@media (prefers-color-scheme: dark) '])
    const dark = rules.slice(1).map(([, css = '']) => css)
    for (const [property, value] of [...inline, ...dark].flatMap(declarationsOf)) {
      expect(PROPERTIES).toContain(property)
      expect(value).not.toMatch(UNSUPPORTED_VALUE)
    }
    expect(sheet.length).toBeLessThan(MAX_STYLE)
    expect(html.length).toBeLessThan(MAX_MAIL)
  })

  test.each(samples)('%s uses only the elements that common mail clients support', (_name, render) => {
    const { html } = render(messages, mailTheme)
    for (const [, element = ''] of html.matchAll(/<([a-z]+)/g)) expect(ELEMENTS).toContain(element)
    for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"')
    for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ alt="Acme" height="40"/)
  })
})
