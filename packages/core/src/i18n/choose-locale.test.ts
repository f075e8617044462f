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
])('%j contains the ranges %j', (header, ranges) => {
  expect(readLanguageRanges(header)).toEqual(ranges)
})

test('reads at most 32 ranges of a header', () => {
  expect(readLanguageRanges('de,'.repeat(100_000))).toHaveLength(32)
})

test('ignores a range that is longer than any language tag, because lookup takes one step per subtag', () => {
  expect(readLanguageRanges(`q${'-a'.repeat(7500)}, de`)).toEqual(['de'])
  expect(readLanguageRanges('zh-cmn-hant-tw-x-private-use-abcdef')).toHaveLength(1)
})

test.each([
  [['de'], 'de'],
  [['de-at'], 'de'],
  [['zh-hant-tw'], 'zh'],
  [['xx', 'fr-ca'], 'fr'],
  // The first range that matches wins, even if a later range matches exactly.
  [['de-at', 'en'], 'de'],
  [['zh-x-private'], 'zh'],
  [['pt'], 'pt-BR'],
  [['pt-pt'], 'pt-BR'],
  [['constructor'], undefined],
  [['xx'], undefined],
  [[], undefined],
])('%j matches %s', (ranges, tag) => {
  expect(findLocale(ranges, ['en', 'de', 'fr', 'zh', 'pt-BR'])).toBe(tag)
})
