import { describe, expect, test } from 'vitest'
import { errorTable, isPublicType } from '../errors/error-table.ts'
import { english } from './locales/english.ts'
import { errorText } from './error-text.ts'
import { builtInLocales } from './built-in-locales.ts'
import type { Messages } from './messages.ts'

const all: readonly Messages[] = await Promise.all(Object.values(builtInLocales).map(({ load }) => load()))

/** Every sentence by its place, those with gaps filled with what is easily found again. */
const sentences = (value: unknown, place = ''): readonly (readonly [place: string, sentence: string])[] => {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') {
    const filled: unknown = place.endsWith('.asked')
      ? (value as Messages['confirmLink']['asked'])({ where: 'GAP1', when: 'GAP2' })
      : (value as (...gaps: readonly string[]) => string)('GAP1', 'GAP2')
    return [[place, String(filled)]]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => sentences(member, `${place}.${name}`))
}

const functions = (value: unknown, place = ''): readonly (readonly [place: string, gaps: number])[] => {
  if (typeof value === 'function') return [[place, value.length]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => functions(member, `${place}.${name}`))
}

test('every error that a client may learn has its own text, and no other has', () => {
  const shown = Object.keys(errorTable).filter(isPublicType)
  expect(Object.keys(english.errors).toSorted()).toEqual(shown.toSorted())
})

test('an unknown type and a name of the prototype get the general text', () => {
  const names = ['', 'Default', 'AdapterError', 'constructor', '__proto__', 'toString', 'hasOwnProperty', '<script>']
  for (const type of names) expect(errorText(english, type)).toBe(english.anyError)
})

test('what can be tried again says where', () => {
  const retried = Object.keys(english.errors).filter((type) => isPublicType(type) && errorTable[type].canRetry)
  expect(retried).toContain('CredentialsSignin')
  expect(retried.filter((type) => !errorText(english, type).signIn)).toEqual([])
})

test('an error of the configuration sends nobody in circles', () => {
  expect(english.errors.Configuration.signIn).toBeUndefined()
})

/** Words that are the same in two languages because they are. */
const SAME =
  /^\.(?:lang|dir|logo|titleWithError|signin\.emailPlaceholder|verifyRequest\.code\.label|passkey\..*|account\.(?:passkeys|unnamed|link)|errorPage\.status)$/

describe.each(all.map((messages) => [messages.lang, messages] as const))('%s', (lang, messages) => {
  const own = sentences(messages)

  test('has every sentence of English and no other', () => {
    expect(own.map(([place]) => place).toSorted()).toEqual(
      sentences(english)
        .map(([place]) => place)
        .toSorted(),
    )
  })

  test('has no sentence that is empty, has spaces around it, or holds markup', () => {
    for (const [place, sentence] of own) {
      expect({ place, sentence: sentence.trim() }).toEqual({ place, sentence })
      expect(sentence).not.toMatch(/^$|[<>&]| {2}|undefined|\[object/)
    }
  })

  test('keeps every gap', () => {
    for (const [place, gaps] of functions(messages)) {
      const sentence = new Map(own).get(place) ?? ''
      const wanted = place.endsWith('.asked') ? 2 : gaps
      for (let gap = 1; gap <= wanted; gap += 1)
        expect({ place, sentence }).toMatchObject({ sentence: expect.stringContaining(`GAP${gap}`) })
    }
    expect(functions(messages)).toEqual(functions(english))
  })

  test('says what is known of a link when only one thing is', () => {
    const { asked } = messages.confirmLink
    for (const text of [asked({ where: 'GAP1' }), asked({ when: 'GAP1' })]) {
      expect(text).toContain('GAP1')
      expect(text).not.toMatch(/undefined| {2}/)
    }
  })

  test('is not English', () => {
    if (lang === 'en') return
    const untold = new Map(sentences(english))
    const same = own.filter(([place, sentence]) => untold.get(place) === sentence && !SAME.test(place))
    expect(same).toEqual([])
  })

  test('speaks of nothing inside', () => {
    for (const [, sentence] of own) expect(sentence).not.toMatch(/oauth|csrf|adapter|callback|token|config\b/i)
  })

  test('is known to Intl, and reads in the direction it is written in', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf([lang])).toEqual([lang])
    expect(messages.dir).toBe(lang === 'ar' ? 'rtl' : 'ltr')
  })
})
