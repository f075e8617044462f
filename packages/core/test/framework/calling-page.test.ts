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

test('returns the start page if the address of the application is invalid', () => {
  expect(from('https://app.example/orders', 'app.example')).toBe('/')
})
