import { describe, expect, test } from 'vitest'
import { makeCode, readCode, formatCode } from './code.ts'

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

describe('a code', () => {
  test('has each letter with equal probability', () => {
    const counts = new Map<string, number>()
    for (const letter of makeCode(40_000, (length) => {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at += 60_000) crypto.getRandomValues(bytes.subarray(at, at + 60_000))
      return bytes
    }))
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(20)
    // 2000 of each are expected; eight standard deviations are 350.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(350)
  })

  test('is generated from any random bytes', () => {
    expect(makeCode(8, (length) => new Uint8Array(length).fill(255))).toHaveLength(8)
  })

  test('is recognized in its displayed form, in lower case and with spaces', () => {
    for (const length of [6, 7, 8]) {
      const code = makeCode(length, random)
      expect(readCode(formatCode(code))).toBe(code)
      expect(readCode(` ${formatCode(code).toLowerCase()}\n`)).toBe(code)
    }
  })

  test.each(['', ' ', '-', 'BCDF_GHJK', 'BCDF.GHJK', 'ВСDF', 'x'.repeat(65), undefined, null, 12_345_678, ['BCDF']])(
    'is not %j',
    (typed) => {
      expect(readCode(typed)).toBeUndefined()
    },
  )
})
