import { expect, test } from 'vitest'
import { createPlaintextCache } from './plaintext-cache.ts'

test('drops the least recently used token when it is full', () => {
  const cache = createPlaintextCache(2)
  cache.set('a', '1')
  cache.set('b', '2')
  expect(cache.get('a')).toBe('1')
  cache.set('c', '3')
  expect(['a', 'b', 'c'].map(cache.get)).toStrictEqual(['1', undefined, '3'])
  cache.set('a', '4')
  cache.set('d', '5')
  expect(['a', 'c', 'd'].map(cache.get)).toStrictEqual(['4', undefined, '5'])
})

test('stores nothing with a size of 0', () => {
  const cache = createPlaintextCache(0)
  cache.set('a', '1')
  expect(cache.get('a')).toBeUndefined()
})

test('does not store an oversized token, and drops nothing for it', () => {
  const cache = createPlaintextCache(1)
  cache.set('a', '1')
  cache.set('x'.repeat(5000), '2')
  expect(cache.get('a')).toBe('1')
  expect(cache.get('x'.repeat(5000))).toBeUndefined()
})
