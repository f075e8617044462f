import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('a full map drops only the entry that was added first', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  expect([map.get('a'), map.get('b')]).toStrictEqual([3, 2])
  map.set('c', 4)
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toStrictEqual([undefined, 2, 4])
  map.delete('b')
  map.set('d', 5)
  expect(['b', 'c', 'd'].map((key) => map.get(key))).toStrictEqual([undefined, 4, 5])
})

test('entries of several sizes never exceed the limit together', () => {
  const map = new BoundedMap<string, string>(5, (value) => value.length)
  map.set('a', 'xx').set('b', 'xx').set('c', 'xx')
  expect([...map.keys()]).toStrictEqual(['b', 'c'])
  map.set('b', 'x').set('d', 'xx')
  expect([...map]).toStrictEqual([
    ['b', 'x'],
    ['c', 'xx'],
    ['d', 'xx'],
  ])
  map.delete('c')
  map.delete('absent')
  map.set('e', 'xx')
  expect([...map.keys()]).toStrictEqual(['b', 'd', 'e'])
  map.clear()
  map.set('f', 'xxxxx')
  expect([...map.keys()]).toStrictEqual(['f'])
  map.set('g', 'xxxxxx')
  expect(map.size).toBe(0)
})

test('a map with the size 0 keeps nothing', () => {
  const map = new BoundedMap<string, number>(0)
  expect([map.getOrMake('a', () => 1), map.getOrMake('a', () => 2), map.size]).toStrictEqual([1, 2, 0])
})

test('makes a value once', () => {
  const map = new BoundedMap<string, number>(1)
  expect([map.getOrMake('a', () => 1), map.getOrMake('a', () => 2)]).toStrictEqual([1, 1])
})
