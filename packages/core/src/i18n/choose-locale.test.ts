import { expect, test } from 'vitest'
import { findLocale, readLanguageRanges } from './choose-locale.ts'

test.each([
  [null, []],
  ['', []],
  ['de', ['de']],
  ['de-CH, fr;q=0.5, en;q=0.8', ['de-ch', 'en', 'fr']],
  ['fr;q=0, de;q=0.001', ['de']],
  ['de;q=2, fr;q=-1, it;q=x, es', ['es']],
  ['a-b, toolonglanguage, *, d e, zh-Hant-TW', ['a-b', 'zh-hant-tw']],
  [' EN ; Q=0.3 , pt-BR ; q=0.4', ['pt-br', 'en']],
])('%j asks for %j', (header, ranges) => {
  expect(readLanguageRanges(header)).toEqual(ranges)
})

test('a header without end costs no more than a short one', () => {
  expect(readLanguageRanges('de,'.repeat(100_000))).toHaveLength(32)
})

test('a range without end is nobody’s language: to shorten it step by step would keep the server busy', () => {
  expect(readLanguageRanges(`q${'-a'.repeat(7500)}, de`)).toEqual(['de'])
  expect(readLanguageRanges('zh-cmn-hant-tw-x-private-use-abcdef')).toHaveLength(1)
})

test.each([
  [['de'], 'de'],
  [['de-at'], 'de'],
  [['zh-hant-tw'], 'zh'],
  [['xx', 'fr-ca'], 'fr'],
  // The first range counts, even where a later one is met more exactly.
  [['de-at', 'en'], 'de'],
  [['zh-x-private'], 'zh'],
  [['pt'], 'pt-BR'],
  [['pt-pt'], 'pt-BR'],
  [['constructor'], undefined],
  [['xx'], undefined],
  [[], undefined],
])('%j is met by %s', (ranges, tag) => {
  expect(findLocale(ranges, ['en', 'de', 'fr', 'zh', 'pt-BR'])).toBe(tag)
})
