import { describe, expect, test, vi } from 'vitest'
import { isAuthAction } from '../types/http.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import { createActionURL } from './action-url.ts'

type Given = Parameters<typeof createActionURL>

describe('createActionURL', () => {
  test.each([
    ['app.example.com', 'AUTH_URL=https://app.example.com'],
    ['localhost:5173', 'AUTH_URL=http://localhost:5173'],
    ['127.0.0.1:3000/api/auth', 'AUTH_URL=http://127.0.0.1:3000'],
    ['htp://app.example.com', 'AUTH_URL=https://app.example.com'],
    ['https://', 'AUTH_URL=https://example.com'],
  ])('proposes another value for the AUTH_URL %s', (value, proposed) => {
    const make = () => createActionURL('signin', 'https', new Headers(), { AUTH_URL: value }, '/auth')
    expect(make).toThrow(expect.objectContaining({ type: 'InvalidConfig' }))
    expect(make).toThrow(
      expect.objectContaining({
        cause: { option: 'origin', fix: `Change origin (AUTH_URL) from "${value}" to ${proposed}` },
      }),
    )
  })

  test.each<[string, Given, string]>([
    [
      'uses the host header, and https by default',
      ['callback', undefined, new Headers({ host: 'example.com' }), {}, '/basepath'],
      'https://example.com/basepath/callback',
    ],
    [
      'uses the host header and the protocol',
      ['session', 'http', new Headers({ host: 'example.com' }), {}, '/auth'],
      'http://example.com/auth/session',
    ],
    [
      'accepts a colon after the protocol',
      ['session', 'http:', new Headers({ host: 'example.com' }), {}, '/auth'],
      'http://example.com/auth/session',
    ],
    [
      'uses forwarded headers',
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
      'uses the forwarded values of the nearest proxy, not of the client',
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
      'uses AUTH_URL',
      ['signout', undefined, new Headers(), { AUTH_URL: 'http://localhost:3000' }, '/api/auth'],
      'http://localhost:3000/api/auth/signout',
    ],
    [
      'uses the path of AUTH_URL',
      ['signout', undefined, new Headers(), { AUTH_URL: 'https://s.example/api/auth/' }, undefined],
      'https://s.example/api/auth/signout',
    ],
    [
      'prefers AUTH_URL to headers',
      ['signout', undefined, new Headers({ host: 'evil.test' }), { AUTH_URL: 'https://s.example' }, '/auth'],
      'https://s.example/auth/signout',
    ],
    [
      'uses NEXTAUTH_URL',
      ['signout', undefined, new Headers(), { NEXTAUTH_URL: 'https://s.example/api/auth' }, undefined],
      'https://s.example/api/auth/signout',
    ],
    ['accepts a root base path', ['session', 'http', new Headers({ host: 'h:1' }), {}, '/'], 'http://h:1/session'],
    [
      'ignores the query of AUTH_URL',
      ['session', undefined, new Headers(), { AUTH_URL: 'https://x.example/foo?q=1' }, undefined],
      'https://x.example/foo/session',
    ],
    [
      'accepts a config in place of a base path',
      ['session', 'http', new Headers({ host: 'h:1' }), {}, { basePath: '/auth' }],
      'http://h:1/auth/session',
    ],
  ])('%s', (_rule, given, address) => {
    expect(createActionURL(...given).href).toBe(address)
  })

  test('prefers the base path to another path of AUTH_URL, and warns', () => {
    const warnings: string[] = []
    const logger = { warn: (code: string) => void warnings.push(code) }
    const url = createActionURL(
      'signout',
      undefined,
      new Headers(),
      { AUTH_URL: 'https://s.example/my-app' },
      { basePath: '/api/auth', logger },
    )
    expect(url.href).toBe('https://s.example/api/auth/signout')
    expect(warnings).toEqual(['env-url-basepath-mismatch'])
  })

  test('takes a whole config, and a logger with some of its methods', () => {
    const url = (config: AuthConfig) =>
      createActionURL('signin', 'https', new Headers(), { AUTH_URL: 'https://s.example/my-app' }, config).href
    const errors: unknown[] = []
    vi.spyOn(console, 'warn').mockImplementation((line) => void errors.push(line))
    const config = { providers: [], basePath: '/auth', logger: { debug: () => undefined } }
    expect(url(config)).toBe('https://s.example/auth/signin')
    expect(errors).toEqual([expect.stringContaining('env-url-basepath-mismatch')])
    expect(url({ providers: [] })).toBe('https://s.example/my-app/signin')
  })

  test.each(['', 'app.example.com#', 'a@b.test', 'x\ny'])('throws for the invalid host %j', (host) => {
    const headers = { get: (name: string) => (name === 'host' ? host : null) } as Headers
    expect(() => createActionURL('session', 'https', headers, {}, '/auth')).toThrow(/host/)
  })
})

test('isAuthAction accepts the names of actions only', () => {
  expect(isAuthAction('webauthn-options')).toBe(true)
  expect(['Session', 'constructor', '__proto__', ''].some(isAuthAction)).toBe(false)
})
