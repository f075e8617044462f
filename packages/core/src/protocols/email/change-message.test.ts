import { expect, test } from 'vitest'
import { builtInLocales } from '../../i18n/built-in-locales.ts'
import { renderChangeMessage, renderAddressInUseMessage } from './change-message.ts'

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
    const { subject, text, html } = renderAddressInUseMessage(HOST, messages, {})
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
    renderAddressInUseMessage('"><b>x</b>', english, {}),
    renderChangeMessage({ host: '"><b>x</b>', url: URL_OF, within: 'x' }, english, {}),
  ])
    expect(html).not.toContain('<b>')
})
