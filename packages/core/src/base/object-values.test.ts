import { expect, test } from 'vitest'
import { makeObjectValues } from './object-values.ts'

test('keeps a value per object, also at objects that take no members', () => {
  const numbers = makeObjectValues<number>()
  const objects = [{}, Object.freeze({}), Object.preventExtensions({ a: 1 }), () => 1, new Proxy(Object.freeze({}), {})]
  for (const [i, object] of objects.entries()) {
    expect(numbers.get(object)).toBeUndefined()
    numbers.set(object, i)
    numbers.set(object, i + 10)
  }
  expect(objects.map((object) => numbers.get(object))).toEqual([10, 11, 12, 13, 14])
})

test('shows no value to code that lists, copies or inherits the members of an object', () => {
  const numbers = makeObjectValues<number>()
  const object = { a: 1 }
  numbers.set(object, 1)
  expect(object).toStrictEqual({ a: 1 })
  expect(numbers.get({ ...object })).toBeUndefined()
  expect(numbers.get(Object.create(object) as object)).toBeUndefined()
})

test('keeps the values of two users of an object apart', () => {
  const [one, other] = [makeObjectValues<number>(), makeObjectValues<number>()]
  const object = {}
  one.set(object, 1)
  expect(other.get(object)).toBeUndefined()
})
