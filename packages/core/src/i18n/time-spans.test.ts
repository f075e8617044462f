import { expect, test } from 'vitest'
import { describeAgo, describeDay, describeIn, describeSpan } from './time-spans.ts'

test.each([
  ['en', 86_400, '1 day'],
  ['en', 172_800, '2 days'],
  ['en', 3600, '1 hour'],
  ['en', 5400, '90 minutes'],
  ['en', 600, '10 minutes'],
  ['de', 600, '10 Minuten'],
  ['pl', 600, '10 minut'],
  ['ja', 600, '10 分'],
])('%s: a duration of %d seconds is %s', (lang, seconds, text) => {
  expect(describeSpan(lang, seconds)).toBe(text)
})

test.each([
  ['en', 300, '5 minutes ago'],
  ['en', 7300, '2 hours ago'],
  ['en', 90_000, 'yesterday'],
  ['en', 5, '5 seconds ago'],
  ['en', -5, 'now'],
  ['fr', 300, 'il y a 5 minutes'],
])('%s: %d seconds ago is %s', (lang, seconds, text) => {
  expect(describeAgo(lang, 1_000_000_000 - seconds * 1000, 1_000_000_000)).toBe(text)
})

test.each([
  ['en', 1, 'in 1 minute'],
  ['en', 61, 'in 2 minutes'],
  ['en', 5400, 'in 90 minutes'],
  ['en', 5401, 'in 2 hours'],
  ['en', 86_400, 'in 24 hours'],
  ['pl', 60, 'za 1 minutę'],
  ['ja', 720, '12 分後'],
])('%s: %d seconds from now is %s, rounded up', (lang, seconds, text) => {
  expect(describeIn(lang, seconds)).toBe(text)
})

test('a day is the UTC date, written out', () => {
  expect(describeDay('de', Date.parse('2026-11-21T23:59:59Z'))).toBe('21. November 2026')
  expect(describeDay('ja', Date.parse('2026-11-21T00:00:00Z'))).toBe('2026年11月21日')
})
