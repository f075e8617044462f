import { describe, expect, test } from 'vitest'
import { mergeOptions } from './provider-entry.ts'

class Transport {
  readonly secret = 'kept'
  send(): string {
    return this.secret
  }
}

describe('options merged into an entry', () => {
  test('replace lists', () => {
    expect(mergeOptions({ checks: ['pkce', 'state'] }, { checks: ['nonce'] })).toEqual({ checks: ['nonce'] })
  })

  test('are merged into nested plain objects', () => {
    const entry = { authorization: { url: 'https://op.example/a', params: { scope: 'a', prompt: 'login' } } }
    expect(mergeOptions(entry, { authorization: { params: { scope: 'b' } } })).toEqual({
      authorization: { url: 'https://op.example/a', params: { scope: 'b', prompt: 'login' } },
    })
  })

  test('keep class instances as they are', async () => {
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const given = { server: new Transport(), key: { key }, when: new Date(0), url: new URL('https://a.example') }
    const merged = mergeOptions<Record<string, unknown>>({ server: { host: 'localhost' }, key: { kid: '1' } }, given)
    expect(merged['server']).toBe(given.server)
    expect(merged['when']).toBe(given.when)
    expect(merged['url']).toBe(given.url)
    expect(merged['key']).toEqual({ kid: '1', key })
  })

  test('change nothing if undefined, and set null if null', () => {
    expect(mergeOptions<object>({ a: 1, b: 2 }, { a: undefined, b: null })).toEqual({ a: 1, b: null })
  })

  test('may have symbol keys', () => {
    const own: unique symbol = Symbol('own')
    expect(mergeOptions<object>({ [own]: 1 }, { [own]: 2 })).toEqual({ [own]: 2 })
  })

  test('keep the address of an endpoint if they have parameters only', () => {
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

  test('do not change either argument', () => {
    const deep = { scope: 'a' }
    const entry = Object.freeze({ authorization: Object.freeze({ params: Object.freeze({ ...deep }) }) })
    const options = Object.freeze({ authorization: Object.freeze({ params: Object.freeze({ prompt: 'none' }) }) })
    const merged = mergeOptions<Record<string, unknown>>(entry, options)
    expect(entry).toEqual({ authorization: { params: deep } })
    expect(merged['authorization']).not.toBe(options.authorization)
  })

  test('do not pollute prototypes', () => {
    const evil: unknown = JSON.parse('{"__proto__":{"admin":true},"a":{"__proto__":{"admin":true}}}')
    const merged = mergeOptions<object>({ a: {} }, Object(evil))
    expect(Reflect.get(merged, 'admin')).toBeUndefined()
    expect(Object.hasOwn(merged, '__proto__')).toBe(false)
    expect(Object.getPrototypeOf(Reflect.get(merged, 'a'))).toBeNull()
    expect(Reflect.get({}, 'admin')).toBeUndefined()
  })
})
