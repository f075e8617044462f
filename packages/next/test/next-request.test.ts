import { describe, expect, test } from 'vitest'
import { findOrigin, methodOf, readRequest, withCurrentCookies } from '../src/next-request.ts'

describe('the origin', () => {
  test.each([
    [{ host: 'app.test' }, 'http://app.test'],
    [{ host: 'localhost:3000', 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https' }, 'https://app.test'],
    [{ 'x-forwarded-host': 'evil.test, app.test', 'x-forwarded-proto': 'http, https' }, 'https://app.test'],
    [{ host: 'user@evil.test' }, null],
    [{ host: 'evil.test/x' }, null],
    [{ host: 'app.test', 'x-forwarded-proto': 'javascript' }, null],
    [{}, null],
  ])('of %j is %s', (headers, origin) => {
    expect(findOrigin(new Headers(headers))).toBe(origin)
  })
})

test('no header of the client changes the host', () => {
  const headers = new Headers({ host: 'app.test', 'x-authwright-address': '@evil.test/' })
  expect(readRequest(headers, { getAll: () => [] }).url).toBe('http://app.test/')
})

describe('the method', () => {
  test.each([
    [{ accept: 'text/html', 'sec-fetch-mode': 'navigate' }, 'GET'],
    [{ origin: 'https://evil.test' }, 'POST'],
    [{ origin: 'null' }, 'POST'],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, 'POST'],
    [{ 'content-length': '0' }, 'POST'],
    [{ 'transfer-encoding': 'chunked' }, 'POST'],
  ])('of %j is %s', (headers, method) => {
    expect(methodOf(new Headers(headers))).toBe(method)
  })
})

describe('the cookies of a request', () => {
  const read = (cookie: string, current: Readonly<Record<string, string>>): string | null => {
    const jar = { getAll: () => Object.entries(current).map(([name, value]) => ({ name, value })) }
    return withCurrentCookies(new Headers(cookie === '' ? {} : { cookie }), jar).get('cookie')
  }

  test('are those of the browser, also when a name is in them twice', () => {
    expect(read('a=1; a=2; b=%20x', { a: '2', b: ' x' })).toBe('a=1; a=2; b=%20x')
    expect(read('', {})).toBeNull()
  })

  test('are those that the proxy or an action has set since', () => {
    expect(read('a=old; b=2', { a: 'new', b: '2', c: '3' })).toBe('b=2; a=new; c=3')
  })

  test('lack those that were deleted since', () => {
    expect(read('a=1; b=2', { a: '', b: '2' })).toBe('b=2')
  })
})
