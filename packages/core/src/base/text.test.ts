import { expect, test } from 'vitest'
import { trimEnd } from './text.ts'

test.each([
  ['', ''],
  ['/', ''],
  ['a', 'a'],
  ['/a//', '/a'],
  ['a/b/', 'a/b'],
  ['///', ''],
  ['a/ ', 'a/ '],
])('trims %j to %j', (text, trimmed) => {
  expect(trimEnd(text, '/')).toBe(trimmed)
})

test('takes linear time', () => {
  const text = `${'/'.repeat(1_000_000)}a`
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now()
    expect(trimEnd(text, '/')).toBe(text)
    return performance.now() - begun
  })
  expect(Math.min(...times)).toBeLessThan(50)
})
