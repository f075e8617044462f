import { describe, expect, test } from 'vitest'
import { isAuthAction } from '../routes/routes.ts'
import { createActionURL } from './action-url.ts'

type Given = Parameters<typeof createActionURL>

describe('the address of an action', () => {
  test.each<[string, Given, string]>([
    [
      'from the host, https when nobody says otherwise',
      ['callback', undefined, new Headers({ host: 'example.com' }), {}, '/basepath'],
      'https://example.com/basepath/callback',
    ],
    [
      'from host and protocol',
      ['session', 'http', new Headers({ host: 'example.com' }), {}, '/auth'],
      'http://example.com/auth/session',
    ],
    [
      'with a colon after the protocol',
      ['session', 'http:', new Headers({ host: 'example.com' }), {}, '/auth'],
      'http://example.com/auth/session',
    ],
    [
      'from forwarded headers',
      [
        'signin',
        'http',
        new Headers({ host: 'inner', 'x-forwarded-host': 'example.com', 'x-forwarded-proto': 'https' }),
        {},
        '/auth',
      ],
      'https://example.com/auth/signin',
    ],
    [
      'from the nearest proxy, not from the client',
      [
        'signin',
        'http',
        new Headers({
          host: 'inner',
          'x-forwarded-host': 'evil.test, example.com',
          'x-forwarded-proto': 'javascript, https',
        }),
        {},
        '/auth',
      ],
      'https://example.com/auth/signin',
    ],
    [
      'from AUTH_URL',
      ['signout', undefined, new Headers(), { AUTH_URL: 'http://localhost:3000' }, '/api/auth'],
      'http://localhost:3000/api/auth/signout',
    ],
    [
      'from the path of AUTH_URL',
      ['signout', undefined, new Headers(), { AUTH_URL: 'https://s.example/api/auth/' }, undefined],
      'https://s.example/api/auth/signout',
    ],
    [
      'from AUTH_URL rather than from headers',
      ['signout', undefined, new Headers({ host: 'evil.test' }), { AUTH_URL: 'https://s.example' }, '/auth'],
      'https://s.example/auth/signout',
    ],
    [
      'from NEXTAUTH_URL',
      ['signout', undefined, new Headers(), { NEXTAUTH_URL: 'https://s.example/api/auth' }, undefined],
      'https://s.example/api/auth/signout',
    ],
    ['with a root base path', ['session', 'http', new Headers({ host: 'h:1' }), {}, '/'], 'http://h:1/session'],
    [
      'without the query of AUTH_URL',
      ['session', undefined, new Headers(), { AUTH_URL: 'https://x.example/foo?q=1' }, undefined],
      'https://x.example/foo/session',
    ],
    [
      'with a config instead of a base path',
      ['session', 'http', new Headers({ host: 'h:1' }), {}, { basePath: '/auth' }],
      'http://h:1/auth/session',
    ],
  ])('%s', (_rule, given, address) => {
    expect(createActionURL(...given).href).toBe(address)
  })

  test('a base path that AUTH_URL contradicts wins and warns', () => {
    const told: string[] = []
    const logger = { warn: (code: string) => void told.push(code) }
    const url = createActionURL(
      'signout',
      undefined,
      new Headers(),
      { AUTH_URL: 'https://s.example/my-app' },
      { basePath: '/api/auth', logger },
    )
    expect(url.href).toBe('https://s.example/api/auth/signout')
    expect(told).toEqual(['env-url-basepath-mismatch'])
  })

  test.each(['', 'app.example.com#', 'a@b.test', 'x\ny'])('no address comes from the host %j', (host) => {
    const headers = { get: (name: string) => (name === 'host' ? host : null) } as Headers
    expect(() => createActionURL('session', 'https', headers, {}, '/auth')).toThrow(/host/)
  })
})

test('an action is one of nine names', () => {
  expect(isAuthAction('webauthn-options')).toBe(true)
  expect(['Session', 'constructor', '__proto__', ''].some(isAuthAction)).toBe(false)
})
