import { expect, test } from 'vitest'
import { parseExactObject, parseJson } from './json.ts'

const quickest = (work: () => unknown): number => {
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now()
    work()
    return performance.now() - begun
  })
  return Math.min(...times)
}

test.each([
  ['a string that never ends', `1234567890123456"${'\\"'.repeat(400_000)}`],
  ['one that ends in half an escape', `1234567890123456"${'\\"'.repeat(400_000)}\\`],
  ['one that is an object up to its end', `{"id":1234567890123456,"name":"${'\\"'.repeat(400_000)}`],
  ['nothing but quotes', `1234567890123456${'"'.repeat(800_001)}`],
  ['nothing but digits', '1'.repeat(800_000)],
  ['numbers without end', '1.1e'.repeat(200_000) + '1234567890123456'],
])('a text of %s is read in no time', (_what, text) => {
  expect(parseExactObject(text)).toBeUndefined()
  expect(quickest(() => parseExactObject(text))).toBeLessThan(500)
})

test('integers beyond 2^53 are texts, and nothing else is touched', () => {
  const text = String.raw`{"id":9007199254740993,"a":["1234567890123456789",-9007199254740993,9007199254740991],"b\"12345678901234567":1.5e30}`
  expect(parseExactObject(text)).toEqual({
    id: '9007199254740993',
    a: ['1234567890123456789', '-9007199254740993', 9007199254740991],
    'b"12345678901234567': 1.5e30,
  })
})

test.each([
  '{"__proto__":{"isAdmin":true}}',
  String.raw`{"\u005f_proto__":{"isAdmin":true}}`,
  String.raw`{"__\u0070\u0072\u006F\u0074o__":{"isAdmin":true}}`,
  String.raw`{"\u005F\u005F\u0070\u0072\u006f\u0074\u006f\u005f\u005f":{"isAdmin":true},"id":9007199254740993}`,
])('no member is a prototype, however it is written: %s', (text) => {
  for (const value of [parseJson(text), parseExactObject(text), parseJson(`[${text}]`)]) {
    expect(JSON.stringify(value)).not.toContain('isAdmin')
    expect((Object.assign({}, value) as Record<string, unknown>)['isAdmin']).toBeUndefined()
  }
})
