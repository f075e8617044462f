import { describe, expect, test } from 'vitest'
import { mergeOptions } from './merge-options.ts'

class Transport {
  readonly secret = 'kept'
  send(): string {
    return this.secret
  }
}

describe('options over an entry', () => {
  test('replace lists, and do not mix them', () => {
    expect(mergeOptions({ checks: ['pkce', 'state'] }, { checks: ['nonce'] })).toEqual({ checks: ['nonce'] })
  })

  test('are merged into plain objects, to any depth', () => {
    const entry = { authorization: { url: 'https://op.example/a', params: { scope: 'a', prompt: 'login' } } }
    expect(mergeOptions(entry, { authorization: { params: { scope: 'b' } } })).toEqual({
      authorization: { url: 'https://op.example/a', params: { scope: 'b', prompt: 'login' } },
    })
  })

  test('keep instances of classes as they are', async () => {
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const given = { server: new Transport(), key: { key }, when: new Date(0), url: new URL('https://a.example') }
    const merged = mergeOptions<Record<string, unknown>>({ server: { host: 'localhost' }, key: { kid: '1' } }, given)
    expect(merged['server']).toBe(given.server)
    expect(merged['when']).toBe(given.when)
    expect(merged['url']).toBe(given.url)
    expect(merged['key']).toEqual({ kid: '1', key })
  })

  test('change nothing where they are undefined, and say null where they are null', () => {
    expect(mergeOptions<object>({ a: 1, b: 2 }, { a: undefined, b: null })).toEqual({ a: 1, b: null })
  })

  test('count under symbols too', () => {
    const own: unique symbol = Symbol('own')
    expect(mergeOptions<object>({ [own]: 1 }, { [own]: 2 })).toEqual({ [own]: 2 })
  })

  test('keep the address of an endpoint when they bring its parameters only', () => {
    const entry: object = { token: 'https://op.example/t', other: 'text' }
    expect(mergeOptions(entry, { token: { params: { a: 1 } }, other: { b: 2 } })).toEqual({
      token: { url: 'https://op.example/t', params: { a: 1 } },
      other: { b: 2 },
    })
    expect(
      mergeOptions<object>({ token: { url: 'https://op.example/t' } }, { token: 'https://other.example' }),
    ).toEqual({
      token: 'https://other.example',
    })
  })

  test('are written on neither side', () => {
    const deep = { scope: 'a' }
    const entry = Object.freeze({ authorization: Object.freeze({ params: Object.freeze({ ...deep }) }) })
    const options = Object.freeze({ authorization: Object.freeze({ params: Object.freeze({ prompt: 'none' }) }) })
    const merged = mergeOptions<Record<string, unknown>>(entry, options)
    expect(entry).toEqual({ authorization: { params: deep } })
    expect(merged['authorization']).not.toBe(options.authorization)
  })

  test('reach no prototype', () => {
    const evil: unknown = JSON.parse('{"__proto__":{"admin":true},"a":{"__proto__":{"admin":true}}}')
    const merged = mergeOptions<object>({ a: {} }, Object(evil))
    expect(Reflect.get(merged, 'admin')).toBeUndefined()
    expect(Object.hasOwn(merged, '__proto__')).toBe(false)
    expect(Object.getPrototypeOf(Reflect.get(merged, 'a'))).toBeNull()
    expect(Reflect.get({}, 'admin')).toBeUndefined()
  })
})
