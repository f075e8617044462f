import { expect, test } from 'vitest'
import { addMissingCookies } from '../../src/framework.ts'

const cookie = { name: 'session', value: 'token', options: { path: '/' } }

const cacheControlOf = (cacheControl: string, isWithCookie: boolean): string | null =>
  addMissingCookies(
    new Response('hello', { headers: { 'cache-control': cacheControl } }),
    isWithCookie ? [cookie] : [],
  ).headers.get('cache-control')

test.each(['public', 's-maxage=600', 'max-age=600', 'Max-Age=600, must-revalidate', 'no-cache'])(
  'shared caches may not store a response with a cookie and %s',
  (cacheControl) => {
    expect(cacheControlOf(cacheControl, true)).toBe('private, no-store')
    expect(cacheControlOf(cacheControl, false)).toBe(cacheControl)
  },
)

test.each(['private, max-age=600', 'no-store', 'Private'])('%s stays beside a cookie', (cacheControl) => {
  expect(cacheControlOf(cacheControl, true)).toBe(cacheControl)
})
