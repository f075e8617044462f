import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../types/auth-config.ts'
import { findUnknownOptions, readOptions } from './options.ts'

const read = (config: unknown) => readOptions(config as AuthConfig)

describe('readOptions', () => {
  test('reads an empty config as the defaults', () => {
    expect(read({})).toMatchObject({
      account: { reauthenticateAfter: 900, notifications: true, endOtherSessions: true, tokens: { store: true } },
      adapterTimeout: 5000,
      basePath: '/auth',
      session: { maxAge: 2_592_000, absoluteMaxAge: 7_776_000, updateAge: 86_400, cookieCacheSize: 1000 },
      skipCSRFCheck: false,
      trustHost: false,
    })
  })

  test.each([{ session: null }, { session: {} }, { session: { maxAge: undefined } }])(
    'reads %j as left out',
    (config) => {
      expect(read(config).session).toEqual(read({}).session)
    },
  )

  test('keeps a value that is set beside the defaults of its group', () => {
    expect(read({ session: { maxAge: 60 } }).session).toMatchObject({ maxAge: 60, updateAge: 86_400 })
  })

  test('ignores inherited members', () => {
    const config = Object.create({ basePath: '/inherited', session: { maxAge: 1 } }) as unknown
    expect(read(config)).toEqual(read({}))
    expect(read({ session: Object.create({ maxAge: 1 }) as unknown }).session.maxAge).toBe(2_592_000)
  })

  test.each<[config: unknown, option: string]>([
    [{ session: 'jwt' }, 'session'],
    [{ session: [] }, 'session'],
    [{ session: { strategy: 'cookie' } }, 'session.strategy'],
    [{ session: { maxAge: 0 } }, 'session.maxAge'],
    [{ session: { maxAge: Number.NaN } }, 'session.maxAge'],
    [{ session: { updateAge: '1' } }, 'session.updateAge'],
    [{ session: { cookieCacheSize: 1.5 } }, 'session.cookieCacheSize'],
    [{ session: { generateSessionToken: 'uuid' } }, 'session.generateSessionToken'],
    [{ account: { tokens: { store: 'no' } } }, 'account.tokens.store'],
    [{ account: { tokens: { secret: 7 } } }, 'account.tokens.secret'],
    [{ secret: [7] }, 'secret'],
    [{ adapterTimeout: 2 ** 31 }, 'adapterTimeout'],
    [{ basePath: 'auth' }, 'basePath'],
    [{ callbacks: { jwt: true } }, 'callbacks.jwt'],
    [{ legacySessions: { until: 'soon' } }, 'legacySessions.until'],
    [{ origin: 'app.example.com' }, 'origin'],
    [{ pages: { signIn: 'javascript:alert(1)' } }, 'pages.signIn'],
    [{ redirectProxyOrigins: 'https://a.example' }, 'redirectProxyOrigins'],
    [{ redirectProxyUrl: 7 }, 'redirectProxyUrl'],
    [{ theme: { brandColor: 'red;}' } }, 'theme.brandColor'],
    [{ trustHost: 'yes' }, 'trustHost'],
    [{ i18n: { locales: [] } }, 'i18n.locales'],
  ])('throws for %j and names %s', (config, option) => {
    expect(() => read(config)).toThrow(
      expect.objectContaining({
        type: 'InvalidConfig',
        message: expect.stringMatching(`^${option} `),
        cause: { option, fix: expect.stringContaining(`Change ${option} `) },
      }),
    )
  })
})

describe('findUnknownOptions', () => {
  test('accepts every option of a group', () => {
    expect(
      findUnknownOptions({ experimental: { enableWebAuthn: true }, account: { tokens: { store: true } } }),
    ).toEqual([])
  })

  test('suggests an option of the same group', () => {
    expect(findUnknownOptions({ theme: { brandcolor: '#fff' }, account: { tokens: { secrets: '' } } })).toEqual([
      '"theme.brandcolor" is not an option of this library; did you mean "brandColor"?',
      '"account.tokens.secrets" is not an option of this library; did you mean "secret"?',
    ])
  })

  test.each([
    ['sesion', 'session'],
    ['stratgy', 'strategy'],
    ['providrs', 'providers'],
    ['secert', 'secret'],
  ])('suggests for "%s" the option "%s"', (name, meant) => {
    const [text] = findUnknownOptions(name === 'stratgy' ? { session: { [name]: 'jwt' } } : { [name]: {} })
    expect(text).toContain(`did you mean "${meant}"?`)
  })

  test('suggests nothing for a name that is not similar to any', () => {
    expect(findUnknownOptions({ constructor: 1 })).toEqual(['"constructor" is not an option of this library'])
  })

  test('does not check members that other code reads', () => {
    const config = { jwt: { issuer: 'x' }, logger: { info: () => undefined }, i18n: { messages: { sv: {} } } }
    expect(findUnknownOptions(config)).toEqual([])
  })
})
