import { callingPage } from '@authwright/core/framework'
import { expect, test } from 'vitest'

const from = (referer: string | undefined, origin = 'https://app.example/orders') =>
  callingPage(new Headers(referer === undefined ? {} : { referer }), origin)

test.each([
  ['the page of the script', 'https://app.example/orders?page=2', '/orders?page=2'],
  ['the start page for a page of another site', 'https://evil.example/orders', '/'],
  ['the start page without a referer', undefined, '/'],
  ['the start page for a referer that is no address', 'orders', '/'],
  ['a path that names no other host', 'https://app.example//evil.example/orders', '/evil.example/orders'],
])('returns %s', (_what, referer, expected) => {
  expect(from(referer)).toBe(expected)
})

test.each([
  ['a path of the application', '/account?tab=2#top', '/account?tab=2'],
  ['an address of the application', 'https://app.example/account', '/account'],
  ['the start page for another site', 'https://evil.example/account', '/'],
  ['the start page for a path that names another host', '//evil.example/account', '/'],
  ['the start page for a backslash', '/\\evil.example/account', '/'],
  ['a path that names no other host after its dots are gone', '/.//evil.example/account', '/evil.example/account'],
  ['the start page for a script', 'javascript:alert(1)', '/'],
  ['the start page for a page without a slash', 'account', '/'],
])('returns %s that the application names', (_what, named, expected) => {
  const headers = new Headers({ referer: 'https://app.example/orders' })
  expect(callingPage(headers, 'https://app.example/_server?id=1', named)).toBe(expected)
})

test('returns the start page if the address of the application is invalid', () => {
  expect(from('https://app.example/orders', 'app.example')).toBe('/')
})
