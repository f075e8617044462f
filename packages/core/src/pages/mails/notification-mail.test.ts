import { describe, expect, test } from 'vitest'
import { builtInLocales } from '../../i18n/message-catalog.ts'
import { describeMoment } from '../../i18n/time-spans.ts'
import { renderNotification, type AccountChange } from './mail.ts'

const changes: readonly AccountChange[] = [
  { kind: 'linked', name: 'PROVIDER' },
  { kind: 'unlinked', name: 'PROVIDER' },
  { kind: 'passkeyAdded' },
  { kind: 'passkeyDeleted' },
  { kind: 'emailChanged' },
  { kind: 'emailRestored' },
  { kind: 'deletionScheduled', deleteAt: Date.UTC(2026, 11, 3, 9, 30) },
]
const at = Date.UTC(2026, 10, 21, 14, 5)
const origin = 'https://app.example.com'
const url = `${origin}/auth/account`

describe.each(Object.keys(builtInLocales))('a notification in %s', (lang) => {
  const load = () => builtInLocales[lang]?.load() ?? Promise.reject(new TypeError('There is no such locale'))

  test('says in the subject and the text what changed, and names the time, the browser and the account page', async () => {
    const messages = await load()
    const seen = new Set<string>()
    const subjects = new Set<string>()
    for (const change of changes) {
      const time = describeMoment(lang, at)
      const { subject, text, html } = renderNotification(
        { origin, url, change, requestedAt: at, requestedFrom: { browser: 'BROWSER' } },
        messages,
        { name: 'ACME' },
      )
      expect(subject).toContain('ACME')
      expect(text.startsWith(`${subject}\n`)).toBe(true)
      subjects.add(subject)
      for (const part of [text, html]) {
        expect(part).toContain('name' in change ? 'PROVIDER' : '')
        for (const piece of [time, 'BROWSER', url]) expect(part).toContain(piece)
      }
      expect(html).toContain(`<html lang="${lang}" dir="${messages.dir}">`)
      seen.add(text)
    }
    expect([seen.size, subjects.size]).toEqual([changes.length, changes.length])
  })

  test('omits an unknown browser, and names the time zone', async () => {
    const messages = await load()
    const time = describeMoment(lang, at)
    expect(time).toMatch(/UTC|GMT/)
    const contents = { origin, url, change: { kind: 'passkeyAdded' } as const, requestedAt: at, requestedFrom: {} }
    const { text, html } = renderNotification(contents, messages, {})
    expect(text + html).not.toMatch(/undefined|\[object/)
    expect(text.split('\n\n')[2]).toBe(messages.notification.when(time))
  })
})
