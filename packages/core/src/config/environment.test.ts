import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../types/auth-config.ts'
import { setEnvDefaults } from '../index.ts'

const fill = (env: Record<string, string | undefined>, config: Partial<AuthConfig> = {}): AuthConfig => {
  const whole: AuthConfig = { providers: [], ...config }
  setEnvDefaults(env, whole)
  return whole
}

describe('trustHost', () => {
  test.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'development' }, true],
    [{ AUTH_TRUST_HOST: 'true' }, true],
    [{ AUTH_TRUST_HOST: '1' }, true],
    [{ AUTH_TRUST_HOST: 'false' }, false],
    [{ AUTH_TRUST_HOST: '0' }, false],
    [{ AUTH_TRUST_HOST: 'false', VERCEL: '1', NODE_ENV: 'development' }, false],
    [{ AUTH_TRUST_HOST: '', VERCEL: '1' }, true],
    [{ VERCEL: '1' }, true],
    [{ CF_PAGES: '1' }, true],
    [{ AUTH_URL: 'https://app.example.com' }, true],
    [{ AUTH_URL: '', NODE_ENV: 'production' }, false],
    [{ AUTH_URL: 'app.example.com', NODE_ENV: 'production' }, false],
    [{ AUTH_URL: 'localhost:3000', NODE_ENV: 'production' }, false],
    [{ AUTH_URL: '//app.example.com', NODE_ENV: 'production' }, false],
    [{ AUTH_TRUST_HOST: 'none' }, false],
    [{ AUTH_TRUST_HOST: 'undefined' }, false],
    [{ AUTH_TRUST_HOST: 'yes' }, true],
  ])('for %j is %s', (env, trusted) => {
    expect(fill(env).trustHost).toBe(trusted)
  })

  test.each<[Record<string, string>, boolean | undefined]>([
    [{}, true],
    [{ NODE_ENV: '' }, true],
    [{ NODE_ENV: 'production' }, undefined],
    [{ NODE_ENV: 'staging' }, undefined],
    [{ AUTH_TRUST_HOST: 'false' }, undefined],
  ])('for %j is limited to the hosts of this machine: %s', (env, isLimited) => {
    expect(fill(env).trustLoopback).toBe(isLimited)
    expect(fill(env, { trustHost: false })).not.toHaveProperty('trustLoopback')
  })

  test('of the config is kept', () => {
    expect(fill({ AUTH_TRUST_HOST: 'true' }, { trustHost: false }).trustHost).toBe(false)
  })
})

describe('AUTH_URL', () => {
  test('sets the origin and the base path', () => {
    expect(fill({ AUTH_URL: 'https://app.example.com/api/auth/' })).toMatchObject({
      origin: 'https://app.example.com',
      basePath: '/api/auth',
    })
  })

  test('without a path keeps the default base path', () => {
    expect(fill({ AUTH_URL: 'https://app.example.com/' }).basePath).toBe('/auth')
  })

  test('that is not a URL is kept, so that the first request fails with it', () => {
    expect(fill({ AUTH_URL: 'app.example.com' })).toMatchObject({ origin: 'app.example.com', basePath: '/auth' })
  })

  test('does not override a base path', () => {
    expect(
      fill({ AUTH_URL: 'https://app.example.com/x' }, { basePath: '/auth', logger: { warn: () => undefined } })
        .basePath,
    ).toBe('/auth')
  })

  test('warns once of a path that a framework package does not use', () => {
    const warnings: string[] = []
    const logger = { warn: (code: string, text?: unknown) => void warnings.push(`${code}: ${String(text)}`) }
    const setTwice = (AUTH_URL: string): void => {
      for (let call = 0; call < 2; call += 1)
        setEnvDefaults({ AUTH_URL }, { providers: [], basePath: '/auth', logger }, true)
    }
    for (const url of ['https://app.example.com', 'https://app.example.com/', 'https://app.example.com/auth/'])
      setTwice(url)
    expect(warnings).toEqual([])
    setTwice('https://app.example.com/api/auth')
    const text = `AUTH_URL has the path "/api/auth", which is not used, because basePath is "/auth"`
    const remedy = "set AUTH_URL=https://app.example.com, or basePath: '/api/auth' in the config"
    expect(warnings).toEqual([`env-url-basepath-mismatch: ${text}: ${remedy}`])
  })
})

describe('secrets', () => {
  test('are listed with the highest number first', () => {
    const env = { AUTH_SECRET: 'a', AUTH_SECRET_1: 'b', AUTH_SECRET_2: 'c', AUTH_SECRET_3: 'd' }
    expect(fill(env).secret).toEqual(['d', 'c', 'b', 'a'])
  })

  test('of the config are kept', () => {
    expect(fill({ AUTH_SECRET: 'a' }, { secret: 'own' }).secret).toBe('own')
  })
})

describe('a provider', () => {
  const env = {
    AUTH_MY_IDP_ID: 'id',
    AUTH_MY_IDP_SECRET: 'secret',
    AUTH_MY_IDP_ISSUER: 'https://idp.example',
    AUTH_RESEND_KEY: 'key',
  }

  test('given as a function is called with the values of the environment', () => {
    const provider = (options: Record<string, unknown> = {}) => ({
      id: 'my-idp',
      name: 'My',
      type: 'oidc' as const,
      options,
    })
    expect(fill(env, { providers: [provider] }).providers[0]).toMatchObject({
      clientId: 'id',
      clientSecret: 'secret',
      issuer: 'https://idp.example',
      options: { clientId: 'id', clientSecret: 'secret', issuer: 'https://idp.example' },
    })
  })

  test('given as an object is copied, and its own options are kept', () => {
    const provider = { id: 'my-idp', name: 'My', type: 'oidc' as const, options: { clientId: 'own' } }
    const [filled] = fill(env, { providers: [provider] }).providers
    expect(filled).toMatchObject({ clientSecret: 'secret', options: { clientId: 'own' } })
    expect(filled).not.toHaveProperty('clientId')
    expect(provider).not.toHaveProperty('clientSecret')
  })

  test('prefers own options to the environment, and the environment to the defaults of the entry', () => {
    const make = (options: object) => ({
      id: 'my-idp',
      name: 'My',
      type: 'oidc' as const,
      issuer: 'https://default.example',
      options,
    })
    const config = fill(env, { providers: [make({}), make({ issuer: 'https://own.example' })] })
    const [open, own] = config.providers
    expect(open).toMatchObject({ issuer: 'https://idp.example' })
    expect(own).toMatchObject({ issuer: 'https://default.example', options: { issuer: 'https://own.example' } })
    const before = config.providers
    setEnvDefaults(env, config)
    expect(config.providers).toBe(before)
  })

  test('that sends e-mail gets its API key', () => {
    const provider = { id: 'resend', name: 'Resend', type: 'email' as const, sendVerificationRequest: () => undefined }
    expect(fill(env, { providers: [provider] }).providers[0]).toMatchObject({ apiKey: 'key' })
  })
})

test('makes a provider once for all configs that share the entry', () => {
  const env = { AUTH_MY_IDP_ID: 'id' }
  const entry = { id: 'my-idp', name: 'My', type: 'oidc' as const }
  const [one] = fill(env, { providers: [entry] }).providers
  const [two] = fill(env, { providers: [entry] }).providers
  const [other] = fill({ AUTH_MY_IDP_ID: 'other' }, { providers: [entry] }).providers
  expect(one).toBe(two)
  expect(other).not.toBe(one)
})

test('changes nothing when called again', () => {
  const env = { AUTH_SECRET: 'a', AUTH_URL: 'https://app.example.com/x', AUTH_GITHUB_ID: 'id' }
  const config = fill(env, { providers: [{ id: 'github', name: 'GitHub', type: 'oauth' }] })
  const before = { ...config }
  setEnvDefaults(env, config, true)
  expect(config).toEqual(before)
  expect(config.providers).toBe(before.providers)
})

test('accepts an environment that is not an object', () => {
  expect(() => setEnvDefaults(undefined, { providers: [] })).not.toThrow()
  expect(() => setEnvDefaults(7, { providers: [] })).not.toThrow()
})

describe('NEXTAUTH_URL and NEXTAUTH_SECRET', () => {
  const OLD = 'an older secret of thirty-two characters'

  test('are used if AUTH_URL and AUTH_SECRET are not set', () => {
    expect(fill({ NEXTAUTH_URL: 'https://app.example.com/api/auth', NEXTAUTH_SECRET: OLD })).toMatchObject({
      origin: 'https://app.example.com',
      basePath: '/api/auth',
      secret: OLD,
      trustHost: true,
    })
  })

  test('are ignored if AUTH_URL and AUTH_SECRET are set', () => {
    const env = { NEXTAUTH_URL: 'https://old.example.com', NEXTAUTH_SECRET: OLD }
    const config = fill({ ...env, AUTH_URL: 'https://app.example.com', AUTH_SECRET: 'x'.repeat(40) })
    expect(config).toMatchObject({ origin: 'https://app.example.com', secret: ['x'.repeat(40)] })
  })

  test('are ignored if they are empty', () => {
    const config = fill({ NEXTAUTH_URL: '', NEXTAUTH_SECRET: '' })
    expect(config.secret).toBeUndefined()
    expect(config).toMatchObject({ trustHost: false, basePath: '/auth' })
  })
})

describe('AUTH_ACCOUNT_TOKENS_SECRET', () => {
  const env = {
    AUTH_ACCOUNT_TOKENS_SECRET: 'old',
    AUTH_ACCOUNT_TOKENS_SECRET_1: 'new',
    AUTH_ACCOUNT_TOKENS_SECRET_2: '',
  }

  test('sets the secrets of provider tokens, with the highest number first', () => {
    expect(fill(env).account).toStrictEqual({ tokens: { secret: ['new', 'old'] } })
    expect(fill(env, { account: { notifications: false, tokens: { store: true } } }).account).toStrictEqual({
      notifications: false,
      tokens: { store: true, secret: ['new', 'old'] },
    })
  })

  test('changes neither a secret of the config nor the object of the developer', () => {
    const account = Object.freeze({ tokens: Object.freeze({ secret: 'written' }) })
    expect(fill(env, { account }).account).toBe(account)
    const open = Object.freeze({ tokens: Object.freeze({}) })
    expect(fill(env, { account: open }).account).not.toBe(open)
    expect(open).toStrictEqual({ tokens: {} })
  })

  test('that is empty sets nothing, and does not replace an empty secret of the config', () => {
    expect(fill({ AUTH_ACCOUNT_TOKENS_SECRET: '' }).account).toBeUndefined()
    const account = { tokens: { secret: '' } }
    expect(fill({}, { account }).account).toBe(account)
  })

  test('changes nothing when called again', () => {
    const config: AuthConfig = { providers: [] }
    setEnvDefaults(env, config)
    const { account } = config
    setEnvDefaults(env, config)
    expect(config.account).toBe(account)
  })
})
