import { describe, expect, test } from 'vitest'
import { errorTable, isPublicType } from '../errors/error-table.ts'
import type { Messages } from '../types/messages.ts'
import { english } from './locales/english.ts'
import { errorText } from './time-spans.ts'
import { builtInLocales } from './message-catalog.ts'

const all: readonly Messages[] = await Promise.all(Object.values(builtInLocales).map(({ load }) => load()))

/** Messages that take a browser and a time by name. */
const REQUESTS = ['.confirmLink.requested', '.keepPasskey.created']

/** All messages by path. Placeholders are filled with values that are easy to find. */
const messageTexts = (value: unknown, path = ''): readonly (readonly [path: string, text: string])[] => {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') {
    const filled: unknown = REQUESTS.includes(path)
      ? (value as Messages['confirmLink']['requested'])({ where: 'VALUE1', when: 'VALUE2' })
      : (value as (...values: readonly string[]) => string)('VALUE1', 'VALUE2')
    return [[path, String(filled)]]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => messageTexts(member, `${path}.${name}`))
}

const placeholderCounts = (value: unknown, path = ''): readonly (readonly [path: string, count: number])[] => {
  if (typeof value === 'function') return [[path, value.length]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => placeholderCounts(member, `${path}.${name}`))
}

test('every public error type has a text, and no other type has one', () => {
  const shown = Object.keys(errorTable).filter(isPublicType)
  expect(Object.keys(english.errors).toSorted()).toEqual(shown.toSorted())
})

test('an unknown type and a property of the prototype get the general text', () => {
  const names = ['', 'Default', 'AdapterError', 'constructor', '__proto__', 'toString', 'hasOwnProperty', '<script>']
  for (const type of names) expect(errorText(english, type)).toBe(english.unknownError)
})

test('an error that a new sign-in can solve has a link to the sign-in page', () => {
  const retried = Object.keys(english.errors).filter((type) => isPublicType(type) && errorTable[type].canRetry)
  expect(retried).toContain('CredentialsSignin')
  expect(retried.filter((type) => !errorText(english, type).signIn)).toEqual([])
})

test('a configuration error has no link to the sign-in page, which would fail again', () => {
  expect(english.errors.Configuration.signIn).toBeUndefined()
})

/** Messages that may be equal in two languages. */
const MAY_BE_EQUAL =
  /^\.(?:lang|dir|logo|titleWithError|signin\.emailPlaceholder|verifyRequest\.code\.label|passkey\..*|account\.(?:name|change\.name\.label|passkeys|unnamedPasskey))$/

describe.each(all.map((messages) => [messages.lang, messages] as const))('%s', (lang, messages) => {
  const own = messageTexts(messages)

  test('has the same messages as English', () => {
    expect(own.map(([path]) => path).toSorted()).toEqual(
      messageTexts(english)
        .map(([path]) => path)
        .toSorted(),
    )
  })

  test('has no message that is empty, has surrounding spaces or contains markup', () => {
    for (const [path, text] of own) {
      expect({ path, text: text.trim() }).toEqual({ path, text })
      expect(text).not.toMatch(/^$|[<>&]| {2}|undefined|\[object/)
    }
  })

  test('uses every placeholder', () => {
    for (const [path, count] of placeholderCounts(messages)) {
      const text = new Map(own).get(path) ?? ''
      const expected = REQUESTS.includes(path) ? 2 : count
      for (let i = 1; i <= expected; i += 1)
        expect({ path, text }).toMatchObject({ text: expect.stringContaining(`VALUE${i}`) })
    }
    expect(placeholderCounts(messages)).toEqual(placeholderCounts(english))
  })

  test('describes the request of a link if only the place or only the time is known', () => {
    const { requested } = messages.confirmLink
    for (const text of [requested({ where: 'VALUE1' }), requested({ when: 'VALUE1' })]) {
      expect(text).toContain('VALUE1')
      expect(text).not.toMatch(/undefined| {2}/)
    }
  })

  test('contains no English messages', () => {
    if (lang === 'en') return
    const englishTexts = new Map(messageTexts(english))
    const equal = own.filter(([path, text]) => englishTexts.get(path) === text && !MAY_BE_EQUAL.test(path))
    expect(equal).toEqual([])
  })

  test('uses no technical terms', () => {
    for (const [, text] of own) expect(text).not.toMatch(/oauth|csrf|adapter|callback|token|config\b/i)
  })

  test('has a tag that Intl supports, and the direction of its script', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf([lang])).toEqual([lang])
    expect(messages.dir).toBe(lang === 'ar' ? 'rtl' : 'ltr')
  })
})
