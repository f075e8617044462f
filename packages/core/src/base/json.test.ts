import { expect, test } from 'vitest'
import { copyJson, defined, parseExactObject, parseJson } from './json.ts'

const fastestRun = (work: () => unknown): number => {
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now()
    work()
    return performance.now() - begun
  })
  return Math.min(...times)
}

test.each([
  ['an unclosed string', `1234567890123456"${'\\"'.repeat(400_000)}`],
  ['an unclosed string with half an escape', `1234567890123456"${'\\"'.repeat(400_000)}\\`],
  ['an unclosed object', `{"id":1234567890123456,"name":"${'\\"'.repeat(400_000)}`],
  ['only quotes', `1234567890123456${'"'.repeat(800_001)}`],
  ['only digits', '1'.repeat(800_000)],
  ['incomplete numbers', '1.1e'.repeat(200_000) + '1234567890123456'],
])('reads a text of %s in little time', (_what, text) => {
  expect(parseExactObject(text)).toBeUndefined()
  expect(fastestRun(() => parseExactObject(text))).toBeLessThan(500)
})

test('reads integers beyond 2^53 as strings, and changes nothing else', () => {
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
])('drops __proto__ in every spelling: %s', (text) => {
  for (const value of [parseJson(text), parseExactObject(text), parseJson(`[${text}]`)]) {
    expect(JSON.stringify(value)).not.toContain('isAdmin')
    expect((Object.assign({}, value) as Record<string, unknown>)['isAdmin']).toBeUndefined()
  }
})

test('copies what a callback could change in place', () => {
  const makeValue = () => ({ roles: ['member'], teams: [{ ids: [1] }], plan: { name: 'free' }, at: new Date(5) })
  const value = makeValue()
  const copy = copyJson(value)
  expect(copy).toStrictEqual(value)
  copy.roles.push('admin')
  copy.teams[0]?.ids.push(2)
  copy.plan.name = 'paid'
  copy.at.setTime(9)
  expect(value).toStrictEqual(makeValue())
})

test('takes no member over that is inherited', () => {
  const shape = Object.assign(Object.create({ inherited: 1 }) as object, { own: 2, missing: undefined })
  expect(defined(shape)).toStrictEqual({ own: 2 })
})
