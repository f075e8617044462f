import { expect, test } from 'vitest'
import { builtInLocales } from '../../i18n/built-in-locales.ts'
import { renderChange, renderTaken } from './change-message.ts'

const all = await Promise.all(Object.values(builtInLocales).map(({ load }) => load()))

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

test.each(all.map((messages) => [messages.lang, messages] as const))(
  '%s: the mail to a new address speaks of the address',
  (_lang, messages) => {
    const contents = { host: HOST, url: URL_OF, code: 'BCDF-GHJK', within: '15 minutes' }
    const { subject, text, html } = renderChange(contents, messages, {})
    expect(subject).toBe(messages.mail.emailChange.subject(HOST))
    for (const part of [URL_OF, 'BCDF-GHJK', messages.mail.emailChange.openLink, messages.mail.emailChange.ignore])
      expect(text).toContain(part)
    expect(html).toContain(`href="${URL_OF}"`)
    for (const sentence of entering(messages)) {
      expect(text.split('\n')).not.toContain(sentence)
      expect(subject).not.toBe(sentence)
    }
  },
)

test.each(all.map((messages) => [messages.lang, messages] as const))(
  '%s: the mail to a taken address leads nowhere',
  (_lang, messages) => {
    const { subject, text, html } = renderTaken(HOST, messages, {})
    expect([subject, text]).toEqual([
      messages.mail.addressInUse.subject(HOST),
      `${messages.mail.addressInUse.heading(HOST)}\n\n${messages.mail.addressInUse.ignore}\n`,
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
