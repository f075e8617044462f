import { describe, expect, test } from 'vitest'
import { customFetch } from '../../types/symbols.ts'
import type { OAuth2Config, OAuthConfig, OIDCConfig } from '../../types/providers.ts'
import { resolveOAuthEntry } from '../../../test/support/resolve-oauth-entry.ts'

const oidc: OIDCConfig = {
  id: 'op',
  name: 'OP',
  type: 'oidc',
  issuer: 'https://op.example',
  clientId: 'a',
  clientSecret: 'b',
}
const oauth: OAuth2Config = {
  id: 'op',
  name: 'OP',
  type: 'oauth',
  authorization: 'https://op.example/a',
  token: 'https://op.example/t',
  userinfo: 'https://op.example/u',
  clientId: 'a',
  clientSecret: 'b',
}
const resolve = (written: OAuthConfig, redirectProxyUrl?: string) =>
  resolveOAuthEntry(written, redirectProxyUrl === undefined ? {} : { redirectProxyUrl })

const without = <Config extends object>(config: Config, ...names: readonly (keyof Config)[]): Config => {
  const rest = { ...config }
  for (const name of names) delete rest[name]
  return rest
}

describe('a provider', () => {
  test('is resolved once, without changing the config', () => {
    const written = Object.freeze({ ...oidc, options: Object.freeze({ clientId: 'own' }) })
    const provider = resolve(written)
    expect(resolve(written)).toBe(provider)
    expect(provider.client.id).toBe('own')
    expect(Object.isFrozen(provider)).toBe(true)
  })

  test('has the type of the entry and all other members from the options', () => {
    const own = (): Promise<Response> => Promise.resolve(new Response())
    const provider = resolve({
      ...oauth,
      options: { id: 'mine', name: 'Mine', type: 'oidc', [customFetch]: own } as object,
    })
    expect([provider.id, provider.name, provider.type, provider.fetch]).toEqual(['mine', 'Mine', 'oauth', own])
  })

  test('with all endpoints needs no discovery document', () => {
    expect(resolve(oauth).discovery).toBeUndefined()
    expect(resolve({ ...oauth, issuer: 'https://op.example' }).discovery).toBeUndefined()
    expect(resolve(oidc).discovery?.href).toBe('https://op.example/.well-known/openid-configuration')
  })
})

describe('a provider is refused', () => {
  test.each<[string, OAuthConfig, string, string]>([
    ['without a client id', without(oidc, 'clientId'), 'InvalidConfig', 'clientId'],
    ['with an empty client id', { ...oidc, clientId: '' }, 'InvalidConfig', 'clientId'],
    ['without a secret', without(oidc, 'clientSecret'), 'InvalidConfig', 'clientSecret'],
    ['without an issuer', without(oidc, 'issuer'), 'InvalidEndpoints', 'issuer'],
    ['with an http issuer', { ...oidc, issuer: 'http://op.example' }, 'InvalidConfig', 'issuer'],
    ['with an issuer that is not a URL', { ...oidc, issuer: 'undefined/realms/x' }, 'InvalidConfig', 'issuer'],
    [
      'without endpoints',
      without(oauth, 'authorization', 'token', 'userinfo'),
      'InvalidEndpoints',
      'issuer, or authorization',
    ],
    ['without userinfo', without(oauth, 'userinfo'), 'InvalidEndpoints', 'issuer, or authorization'],
    ['with an endpoint that is not a URL', { ...oauth, token: '/token' }, 'InvalidEndpoints', 'token'],
    ['with an http endpoint', { ...oauth, token: { url: 'http://op.example/t' } }, 'InvalidEndpoints', 'token'],
    [
      'with the response mode fragment',
      { ...oidc, authorization: { params: { response_mode: 'fragment' } } },
      'InvalidConfig',
      'response_mode',
    ],
    [
      'with an unknown authentication method',
      { ...oidc, client: { token_endpoint_auth_method: 'tls' } },
      'InvalidConfig',
      'must be one of',
    ],
    [
      'with a missing private key',
      { ...oidc, client: { token_endpoint_auth_method: 'private_key_jwt' } },
      'InvalidConfig',
      'clientPrivateKey',
    ],
    ['with a jwks_endpoint that is not a URL', { ...oidc, jwks_endpoint: 7 }, 'InvalidEndpoints', 'jwks_endpoint'],
    ['with a wellKnown that is not a URL', { ...oidc, wellKnown: 'op.example' }, 'InvalidConfig', 'wellKnown'],
  ])('%s, with a message that names the provider and the option', (_name, written, type, messages) => {
    let error: unknown
    try {
      resolve(written)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ type })
    expect(String(error)).toContain(messages)
    expect(String(error)).toContain('"op"')
  })
})

describe('a provider is accepted', () => {
  test.each<[string, OAuthConfig]>([
    [
      'with endpoints in the options only',
      { ...without(oauth, 'userinfo'), options: { userinfo: 'https://op.example/u' } },
    ],
    [
      'with a hook for the tokens and no secret',
      { ...without(oauth, 'clientSecret'), token: { request: async () => ({ tokens: {} }) } },
    ],
    ['with a hook for the profile', { ...oauth, userinfo: { request: async () => ({}) } }],
    ['as a public client', { ...without(oidc, 'clientSecret'), client: { token_endpoint_auth_method: 'none' } }],
    ['with wellKnown alone', { ...without(oidc, 'issuer'), wellKnown: 'https://op.example/here' }],
    ['at localhost without TLS', { ...oidc, issuer: 'http://localhost:8080/realms/main' }],
    ['at the IPv6 loopback address', { ...oidc, issuer: 'http://[::1]:8080' }],
  ])('%s', (_name, written) => {
    expect(resolve(written).id).toBe('op')
  })
})

describe('a redirect proxy', () => {
  test('of the provider replaces that of the config, and gets the callback path', () => {
    expect(resolve(oidc, 'https://stable.example/auth').redirectProxyUrl).toBe(
      'https://stable.example/auth/callback/op',
    )
    expect(resolve(oidc, 'https://stable.example/auth/').redirectProxyUrl).toBe(
      'https://stable.example/auth/callback/op',
    )
    const own = { ...oidc, redirectProxyUrl: 'https://own.example/auth' }
    expect(resolve(own, 'https://stable.example/auth').redirectProxyUrl).toBe('https://own.example/auth/callback/op')
    expect(resolve(oidc).redirectProxyUrl).toBeUndefined()
  })

  test('changes nothing else, and is resolved once', () => {
    const proxied = resolve(oidc, 'https://stable.example/auth')
    expect(resolve(oidc, 'https://stable.example/auth')).toBe(proxied)
    const { redirectProxyUrl: _added, ...rest } = proxied
    expect(rest).toEqual({ ...resolve(oidc) })
  })

  test('is not used with form_post', () => {
    const form = { ...oidc, authorization: { params: { response_mode: 'form_post' } } }
    expect(resolve(form, 'https://stable.example/auth').redirectProxyUrl).toBeUndefined()
  })

  test('at an unsafe address is refused', () => {
    for (const url of ['http://stable.example/auth', 'stable.example']) {
      expect(() => resolve(oidc, url)).toThrow('redirectProxyUrl')
    }
  })
})
