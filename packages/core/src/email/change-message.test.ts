import { expect, test } from 'vitest'
import { languages } from '../words/languages.ts'
import { renderChange, renderTaken } from './change-message.ts'

const all = await Promise.all(Object.values(languages).map(({ load }) => load()))

const HOST = 'app.example.com'
const URL_OF = `https://${HOST}/auth/change-email?token=t`

/** Sentences of a mail that signs in, which a mail about an address must not bring. */
const entering = ({ mail }: (typeof all)[number]): readonly string[] => [
  mail.button,
  mail.openLink,
  mail.subject(HOST),
  mail.codeSubject(HOST),
  mail.ignore,
]

test.each(all.map((words) => [words.lang, words] as const))(
  '%s: the mail to a new address speaks of the address',
  (_lang, words) => {
    const contents = { host: HOST, url: URL_OF, code: 'BCDF-GHJK', within: '15 minutes' }
    const { subject, text, html } = renderChange(contents, words, {})
    expect(subject).toBe(words.mail.change.subject(HOST))
    for (const part of [URL_OF, 'BCDF-GHJK', words.mail.change.openLink, words.mail.change.ignore])
      expect(text).toContain(part)
    expect(html).toContain(`href="${URL_OF}"`)
    for (const sentence of entering(words)) {
      expect(text.split('\n')).not.toContain(sentence)
      expect(subject).not.toBe(sentence)
    }
  },
)

test.each(all.map((words) => [words.lang, words] as const))(
  '%s: the mail to a taken address leads nowhere',
  (_lang, words) => {
    const { subject, text, html } = renderTaken(HOST, words, {})
    expect([subject, text]).toEqual([
      words.mail.taken.subject(HOST),
      `${words.mail.taken.heading(HOST)}\n\n${words.mail.taken.ignore}\n`,
    ])
    expect(`${text}${html}`).not.toMatch(/https?:|href/)
  },
)

test('a host that is hostile is only text', () => {
  const [english] = all
  if (english === undefined) throw new Error('no language')
  for (const { html } of [
    renderTaken('"><b>x</b>', english, {}),
    renderChange({ host: '"><b>x</b>', url: URL_OF, within: 'x' }, english, {}),
  ])
    expect(html).not.toContain('<b>')
})
