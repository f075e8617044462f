import { describe, expect, test } from 'vitest'
import { makeCode, readCode, showCode } from './code.ts'

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

describe('a code', () => {
  test('has letters that are all as likely', () => {
    const counts = new Map<string, number>()
    for (const letter of makeCode(40_000, (length) => {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at += 60_000) crypto.getRandomValues(bytes.subarray(at, at + 60_000))
      return bytes
    }))
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(20)
    // Two thousand of each are expected; eight standard deviations are 350.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(350)
  })

  test('of bytes that are all the same is made all the same', () => {
    expect(makeCode(8, (length) => new Uint8Array(length).fill(255))).toHaveLength(8)
  })

  test('is read as it was shown', () => {
    for (const length of [6, 7, 8]) {
      const code = makeCode(length, random)
      expect(readCode(showCode(code))).toBe(code)
      expect(readCode(` ${showCode(code).toLowerCase()}\n`)).toBe(code)
    }
  })

  test.each(['', ' ', '-', 'BCDF_GHJK', 'BCDF.GHJK', 'ВСDF', 'x'.repeat(65), undefined, null, 12_345_678, ['BCDF']])(
    '%j is none',
    (typed) => {
      expect(readCode(typed)).toBeUndefined()
    },
  )
})
