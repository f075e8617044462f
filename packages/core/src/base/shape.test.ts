import { expect, test } from 'vitest'
import { hasShape, isBoolean, isNumber, isOneOf, isString, isStringArray, optional } from './json.ts'

const shape = {
  name: isString,
  age: isNumber,
  kind: isOneOf('a', 'b'),
  tags: optional(isStringArray),
  isOpen: optional(isBoolean),
}
const whole = { name: 'Ada', age: 36, kind: 'a', tags: ['x'], isOpen: false }

test.each([whole, { name: '', age: 0, kind: 'b' }])('accepts an object with all members: %j', (value) => {
  expect(hasShape(value, shape)).toBe(true)
})

test.each([
  { ...whole, name: null },
  { ...whole, name: undefined },
  { ...whole, age: '36' },
  { ...whole, age: Number.NaN },
  { ...whole, kind: 'c' },
  { ...whole, tags: 'x' },
  { ...whole, tags: [1] },
  { ...whole, isOpen: null },
  { ...whole, more: undefined },
  { ...whole, toString: 'more' },
  { age: 36, kind: 'a' },
  [],
  null,
  'Ada',
])('rejects a missing, unknown or wrong member: %j', (value) => {
  expect(hasShape(value, shape)).toBe(false)
})
