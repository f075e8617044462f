import Apple from '@auth/core/providers/apple'
import Figma from '@auth/core/providers/figma'
import LinkedIn from '@auth/core/providers/linkedin'
import Slack from '@auth/core/providers/slack'
import { exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OAuthConfig } from '../../src/index.ts'
import { customFetch } from '../../src/types/symbols.ts'
import { sha256Of } from './hash.ts'
import { CLIENT_ID, CLIENT_SECRET, startOp, type Op } from './op.ts'
import {
  finish,
  makeOAuthSetup,
  oauth,
  oidc,
  errorOf,
  REDIRECT_URI,
  signIn,
  start,
  STATE,
  type OAuthSetup,
} from './oauth-setup.ts'

let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const requestParameters = async (...args: Parameters<typeof start> extends [unknown, ...infer Rest] ? Rest : never) =>
  Object.fromEntries((await start(setup, ...args)).url.searchParams)

describe('an authorization request', () => {
  test('has state, nonce and PKCE challenge, and no secret', async () => {
    const { url, checks } = await start(setup, oidc(op))
    expect(url.origin + url.pathname).toBe(`${op.issuer}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile email',
      state: STATE,
      nonce: checks.nonce,
      code_challenge: sha256Of(checks.codeVerifier ?? ''),
      code_challenge_method: 'S256',
    })
    expect(checks.issuer).toBe(op.issuer)
    expect(url.href).not.toContain(CLIENT_SECRET)
  })

  test('has a new verifier and nonce of 256 bits for each attempt', async () => {
    const config = oidc(op)
    const seen = new Set<string>()
    for (let i = 0; i < 2000; i += 1) {
      const { nonce = '', codeVerifier = '' } = (await start(setup, config)).checks
      for (const text of [nonce, codeVerifier]) {
        expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/)
        seen.add(text)
      }
    }
    expect(seen.size).toBe(4000)
  })

  test('has no default scope and no nonce for plain OAuth', async () => {
    const parameters = await requestParameters(oauth(op))
    expect(parameters['scope']).toBeUndefined()
    expect(parameters['nonce']).toBeUndefined()
    expect(parameters['code_challenge_method']).toBe('S256')
  })

  test('includes the parameters of the sign-in request', async () => {
    const accountRequest = { prompt: 'login', login_hint: 'ann@example.org', ui_locales: 'fr de' }
    expect(await requestParameters(oidc(op), accountRequest)).toMatchObject(accountRequest)
  })

  test('keeps the client id under another parameter name', async () => {
    const config = oauth(op, {
      authorization: { url: `${op.issuer}/authorize`, params: { client_key: '{clientId}', theme: 'light' } },
    })
    const parameters = await requestParameters(config, { client_key: 'theirs', theme: 'dark' })
    expect(parameters).toMatchObject({ client_id: CLIENT_ID, client_key: CLIENT_ID, theme: 'light' })
  })

  describe('that the application configured', () => {
    const params = { scope: 'openid email', hd: 'example.org', max_age: '300', prompt: undefined }

    test.each(['hd', 'HD', 'scope', 'Scope'])('is not replaced by a sign-in request: %s', async (name) => {
      const parameters = await requestParameters(oidc(op, { authorization: { params } }), { [name]: 'evil' })
      expect(parameters).toMatchObject({ scope: 'openid email', hd: 'example.org' })
      expect(Object.values(parameters)).not.toContain('evil')
    })

    test.each(['MAX_AGE', 'max-age', 'ACR_VALUES', 'Scope', 'Prompt'])(
      'is not sent a second time in another spelling: %s',
      async (name) => {
        const config = oidc(op, {
          authorization: { params: { prompt: 'login' } },
          client: { default_max_age: 300 },
          requiredAcr: ['urn:example:strong'],
        })
        const parameters = await requestParameters(config, { [name]: '86400' })
        expect(parameters).toMatchObject({ max_age: '300', acr_values: 'urn:example:strong', prompt: 'login' })
        expect(parameters).not.toHaveProperty([name])
      },
    )

    test('in the query of the address is not replaced either', async () => {
      const config = oidc(op, { authorization: `${op.issuer}/authorize?organization=ours` })
      expect((await requestParameters(config, { organization: 'theirs' }))['organization']).toBe('ours')
    })

    test('is replaced if openParameters names it', async () => {
      const config = oidc(op, { authorization: { params }, openParameters: ['scope'] })
      const parameters = await requestParameters(config, { scope: 'openid profile', hd: 'evil.example' })
      expect(parameters).toMatchObject({ scope: 'openid profile', hd: 'example.org' })
    })

    test('without a value can be set by a sign-in request, and so can one that is not configured', async () => {
      const config = oidc(op, { authorization: { params } })
      const parameters = await requestParameters(config, { prompt: 'login', login_hint: 'ann@example.org' })
      expect(parameters).toMatchObject({ prompt: 'login', login_hint: 'ann@example.org' })
    })

    test.each([
      ['100', '100'],
      ['1000', '300'],
      ['x', '300'],
    ])('as max_age can only be lowered: %s makes it %s', async (requested, sent) => {
      const config = oidc(op, { authorization: { params } })
      expect((await requestParameters(config, { max_age: requested }))['max_age']).toBe(sent)
    })

    test('is not opened by a list that is no list', async () => {
      const openParameters = 'scope' as unknown as string[]
      await expect(requestParameters(oidc(op, { openParameters }), {})).rejects.toThrow('openParameters')
    })

    test.each(['state', 'redirect_uri', 'client_id'])('never opens the reserved parameter %s', async (name) => {
      const config = oidc(op, { openParameters: [name] })
      expect(Object.values(await requestParameters(config, { [name]: 'evil' }))).not.toContain('evil')
    })
  })

  test('adds openid if the sign-in request asks for another scope', async () => {
    expect((await requestParameters(oidc(op), { scope: 'email' }))['scope']).toBe('openid email')
  })

  test.each([
    'redirect_uri',
    'REDIRECT_URI',
    'redirect.uri',
    'redirect-uri',
    'redirect_uri[]',
    'client_id',
    'client_secret',
    'response_type',
    'response_mode',
    'state',
    'nonce',
    'code_challenge',
    'code_challenge_method',
    'request',
    'request_uri',
    'registration',
    'callbackUrl',
    'csrfToken',
    ' state',
    'state\u0000',
  ])('ignores the reserved parameter "%s" from request, entry and hook', async (name) => {
    const before = await requestParameters(oidc(op))
    const params = { [name]: 'evil' }
    const brought = [
      await requestParameters(oidc(op), params),
      await requestParameters(oidc(op, { authorization: { params: name === 'response_mode' ? {} : params } })),
      await requestParameters(
        oidc(op, {
          authorization: {
            request: ({ params: own }) => {
              own.set(name, 'evil')
            },
          },
        }),
      ),
    ]
    for (const parameters of brought) {
      expect(Object.keys(parameters).sort()).toEqual(Object.keys(before).sort())
      expect(Object.values(parameters)).not.toContain('evil')
    }
  })

  test('keeps its protections if a hook removes all parameters', async () => {
    const parameters = await requestParameters(
      oidc(op, { authorization: { request: () => new URLSearchParams({ app_id: '7' }) } }),
    )
    expect(Object.keys(parameters).sort()).toEqual(
      [
        'app_id',
        'client_id',
        'code_challenge',
        'code_challenge_method',
        'nonce',
        'redirect_uri',
        'response_type',
        'scope',
        'state',
      ].sort(),
    )
    expect(parameters['scope']).toBe('openid')
  })

  test.each([
    ['email', 'openid email'],
    ['', 'openid'],
    ['OpenID openidx', 'openid OpenID openidx'],
    ['email openid', 'email openid'],
  ])('adds openid if a hook sets the scope to %j', async (scope, sent) => {
    const request = ({ params }: { params: URLSearchParams }): void => params.set('scope', scope)
    expect((await requestParameters(oidc(op, { authorization: { request } })))['scope']).toBe(sent)
    const plain = await requestParameters(oauth(op, { authorization: { url: `${op.issuer}/authorize`, request } }))
    expect(plain['scope']).toBe(scope)
  })

  test('encodes objects as JSON, omits undefined parameters, and keeps the query of the endpoint', async () => {
    const claims = { id_token: { email: { essential: true } } }
    const parameters = await requestParameters(
      oauth(op, {
        authorization: { url: `${op.issuer}/authorize?tenant=a`, params: { claims, prompt: undefined, max: 5 } },
      }),
    )
    expect(parameters).toMatchObject({ tenant: 'a', claims: JSON.stringify(claims), max: '5' })
    expect(Object.keys(parameters)).not.toContain('prompt')
  })

  test('has response_mode=form_post if the entry sets it', async () => {
    const config = oidc(op, { authorization: { params: { response_mode: 'form_post' } } })
    expect((await requestParameters(config))['response_mode']).toBe('form_post')
    expect((await start(setup, config)).provider.responseMode).toBe('form_post')
  })

  test('is not sent to an address that is not https', async () => {
    for (const endpoint of [
      'http://op.example/authorize',
      'javascript:alert(1)',
      'https://user:password@op.example/',
      7,
      null,
    ]) {
      op.tamper.discovery = (document) => ({ ...document, authorization_endpoint: endpoint })
      expect((await errorOf(start(setup, oidc(op)))).type).toBe('InvalidConfig')
    }
  })
})

describe('checks', () => {
  test('cannot be turned off by a catalog entry', async () => {
    const entry = { ...oidc(op), checks: ['none'] as const, options: {} }
    expect(await requestParameters(entry)).toMatchObject({ state: STATE, code_challenge_method: 'S256' })
    expect((await requestParameters(entry))['nonce']).toBeDefined()
    expect(setup.warnings).toEqual([])
  })

  // As published: provider functions called without options.
  test.each([
    ['LinkedIn', LinkedIn, ['code_challenge', 'nonce']],
    ['Apple', Apple, ['code_challenge', 'nonce']],
    ['Slack', Slack, ['code_challenge', 'nonce']],
    ['Figma', Figma, ['code_challenge']],
  ] as const)('are all on for %s of Auth.js, called without arguments', async (_name, make, expected) => {
    const made = { ...(make as () => object)() } as OAuthConfig
    expect(made).toMatchObject({ options: undefined, checks: expect.not.arrayContaining(['pkce']) as unknown })
    const at = `${op.issuer}/authorize`
    const addresses = { issuer: op.issuer, authorization: at, token: `${op.issuer}/token`, userinfo: `${op.issuer}/me` }
    const parameters = await requestParameters({
      ...made,
      ...addresses,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
    })
    for (const name of expected) expect(parameters[name]).toMatch(/^[\w-]{43}$/)
    expect(parameters['state']).toBe(STATE)
    expect(setup.warnings).toEqual([])
  })

  test('can be turned off in the config with one warning each, except state', async () => {
    const entry = { ...oidc(op), options: { checks: ['none'] as const } }
    const parameters = await requestParameters(entry)
    expect(parameters['code_challenge']).toBeUndefined()
    expect(parameters['nonce']).toBeUndefined()
    expect(parameters['state']).toBe(STATE)
    await start(setup, entry)
    expect(setup.warnings.map((line) => line.split(':')[0])).toEqual([
      'check-removed checks of provider "op" leave out pkce',
      'check-removed checks of provider "op" leave out nonce',
    ])
  })

  test('omit PKCE if the entry links to a statement that the provider refuses it', async () => {
    const entry = { ...oauth(op), pkceUnsupported: 'https://docs.example.com/no-pkce', options: {} }
    expect((await requestParameters(entry))['code_challenge']).toBeUndefined()
    expect((await requestParameters({ ...entry, pkceUnsupported: 'yes' }))['code_challenge']).toBeDefined()
    expect(
      (await requestParameters({ ...entry, options: { checks: ['pkce'] as const } }))['code_challenge'],
    ).toBeDefined()
    expect(setup.warnings).toEqual([])
  })

  test('that were turned off are not required in the response', async () => {
    const identity = await signIn(setup, op, oidc(op, { checks: ['state'] }))
    expect(identity.subject).toBe('ann')
    expect(op.seen.find(({ path }) => path === '/token')?.body.has('code_verifier')).toBe(false)
  })
})

describe('a pushed authorization request', () => {
  beforeEach(() => {
    op.offersPush = true
  })
  const pushing = () => oidc(op)

  test('is sent if the server supports it, and the sign-in succeeds', async () => {
    const attempt = await start(setup, pushing())
    expect([...attempt.url.searchParams.keys()]).toEqual(['client_id', 'request_uri'])
    expect((await finish(setup, attempt, op.consent(attempt.url))).subject).toBe('ann')
  })

  test('is not sent if the config turns it off, unless the server requires it', async () => {
    const config = oidc(op, { pushedAuthorizationRequests: false })
    expect(await requestParameters(config)).toMatchObject({ state: STATE })
    op.tamper.discovery = (document) => ({ ...document, require_pushed_authorization_requests: true })
    setup = makeOAuthSetup()
    expect(Object.keys(await requestParameters(config))).toEqual(['client_id', 'request_uri'])
  })

  test('fails the sign-in if the config requires it and the server does not support it', async () => {
    op.offersPush = false
    const config = oidc(op, { pushedAuthorizationRequests: true })
    expect(await errorOf(start(setup, config))).toMatchObject({ type: 'InvalidConfig' })
  })

  test('gives the browser only a request_uri, a new one for each attempt', async () => {
    const config = pushing()
    const first = await requestParameters(config, { login_hint: 'ann' })
    const second = await requestParameters(config)
    expect(Object.keys(first)).toEqual(['client_id', 'request_uri'])
    expect(first['request_uri']).not.toBe(second['request_uri'])
    const pushed = op.seen.find(({ path }) => path === '/par')
    expect(Object.fromEntries(pushed?.body ?? [])).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      state: STATE,
      code_challenge_method: 'S256',
      login_hint: 'ann',
    })
    expect(pushed?.headers.authorization).toMatch(/^Basic /)
  })

  test('is sent if the server requires it', async () => {
    op.tamper.discovery = (document) => ({ ...document, require_pushed_authorization_requests: true })
    expect(Object.keys(await requestParameters(oidc(op)))).toEqual(['client_id', 'request_uri'])
  })

  const respondWith = (expiresIn: string) => {
    const members = `"request_uri":"urn:example:1"${expiresIn === '' ? '' : `,"expires_in":${expiresIn}`}`
    const reply = { status: 201, headers: { 'content-type': 'application/json' }, body: `{${members}}` }
    op.tamper.reply = (path) => (path === '/par' ? reply : undefined)
  }

  test.each(['', '-1', '0', '"x"', 'null', '"-1"', '""', '1e300', '[60]'])(
    'fails the sign-in if expires_in is %j',
    async (expiresIn) => {
      respondWith(expiresIn)
      expect(await errorOf(start(setup, pushing()))).toMatchObject({
        type: 'OAuthSignInError',
        cause: { endpoint: 'pushed authorization', reason: 'no expires_in' },
      })
    },
  )

  test.each(['1', '60', '"60"', '0.5'])('accepts the expires_in %s', async (expiresIn) => {
    respondWith(expiresIn)
    expect((await requestParameters(pushing()))['request_uri']).toBe('urn:example:1')
  })

  test.each([
    ['refused', { status: 400, headers: { 'content-type': 'application/json' }, body: '{"error":"invalid_request"}' }],
    ['out of order', { status: 503 }],
    ['no JSON', { status: 201, headers: { 'content-type': 'text/html' }, body: '<p>' }],
    [
      'sent without a request_uri',
      { status: 201, headers: { 'content-type': 'application/json' }, body: '{"expires_in":60}' },
    ],
    ['redirected', { status: 307, headers: { location: 'https://evil.example' } }],
  ])('that is %s fails the sign-in', async (_name, reply) => {
    op.tamper.reply = (path) => (path === '/par' ? reply : undefined)
    expect(await errorOf(start(setup, pushing()))).toMatchObject({
      type: 'OAuthSignInError',
      cause: { provider: 'op', endpoint: 'pushed authorization' },
    })
  })
})

describe('client authentication', () => {
  const tokenRequest = async (config: Parameters<typeof signIn>[2]) => {
    await signIn(setup, op, config)
    const request = op.seen.find(({ path }) => path === '/token')
    return { header: request?.headers.authorization, body: request?.body ?? new URLSearchParams() }
  }

  test.each(['a:b', 'a%b', 'a+b', 'a b', 'ä', '"', '%3A', '&=?'])(
    'by client_secret_basic form-encodes the id and the secret %j',
    async (odd) => {
      // The test provider refuses this client, after the header was checked.
      op.tamper.idToken = (claims) => op.sign({ ...claims, aud: odd })
      const { header, body } = await tokenRequest(oidc(op, { clientId: odd, clientSecret: `${odd}${odd}` }))
      const [id = '', secret = '', more] = atob(header?.slice('Basic '.length) ?? '').split(':')
      const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
      // RFC 6749 §2.3.1: encoded first, so that a colon in the id does not end it.
      expect([decoded(id), decoded(secret), more]).toEqual([odd, `${odd}${odd}`, undefined])
      expect(body.has('client_secret')).toBe(false)
    },
  )

  test('by client_secret_post puts id and secret into the body', async () => {
    const { header, body } = await tokenRequest(
      oidc(op, { client: { token_endpoint_auth_method: 'client_secret_post' } }),
    )
    expect(header).toBeUndefined()
    expect(body.get('client_id')).toBe(CLIENT_ID)
    expect(body.get('client_secret')).toBe(CLIENT_SECRET)
  })

  test('is client_secret_post if the server supports only that', async () => {
    op.tamper.discovery = (document) => ({ ...document, token_endpoint_auth_methods_supported: ['client_secret_post'] })
    expect((await tokenRequest(oidc(op))).header).toBeUndefined()
  })

  test('of a public client sends only the client id', async () => {
    const { clientSecret: _none, ...config } = oidc(op, { client: { token_endpoint_auth_method: 'none' } })
    const { header, body } = await tokenRequest(config)
    expect(header).toBeUndefined()
    expect(body.get('client_id')).toBe(CLIENT_ID)
    expect(body.has('client_secret')).toBe(false)
  })

  const assertion = (body: URLSearchParams): string => {
    expect(body.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    return body.get('client_assertion') ?? ''
  }
  const expected = () => ({
    issuer: CLIENT_ID,
    subject: CLIENT_ID,
    audience: op.issuer,
    currentDate: new Date(setup.runtime.now()),
    maxTokenAge: 60,
    requiredClaims: ['jti', 'exp'],
  })

  test('by private_key_jwt has the issuer as audience, a short lifetime and a unique jti', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), kid: 'our-key' }
    const ids = new Set<unknown>()
    for (const clientPrivateKey of [privateKey, { key: privateKey, kid: 'our-key' }, jwk]) {
      op.reset()
      const config = oidc(op, {
        client: { token_endpoint_auth_method: 'private_key_jwt' },
        token: { clientPrivateKey },
      })
      const { header, body } = await tokenRequest(config)
      expect(header).toBeUndefined()
      const { payload, protectedHeader } = await jwtVerify(assertion(body), publicKey, expected())
      expect(protectedHeader.kid).toBe(clientPrivateKey === privateKey ? undefined : 'our-key')
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(60)
      ids.add(payload.jti)
    }
    expect(ids.size).toBe(3)
  })

  test('by client_secret_jwt signs with the client secret', async () => {
    const { body } = await tokenRequest(oidc(op, { client: { token_endpoint_auth_method: 'client_secret_jwt' } }))
    await jwtVerify(assertion(body), new TextEncoder().encode(CLIENT_SECRET), { ...expected(), algorithms: ['HS256'] })
    expect(body.has('client_secret')).toBe(false)
  })

  test('accepts a CryptoKey in the options', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const entry = {
      ...oidc(op),
      options: { client: { token_endpoint_auth_method: 'private_key_jwt' }, token: { clientPrivateKey: privateKey } },
    }
    expect(assertion((await tokenRequest(entry)).body)).toMatch(/^eyJ/)
  })
})

describe('customFetch of a provider', () => {
  test('in the options replaces that of the entry, for all requests', async () => {
    const called: string[] = []
    const entry = {
      ...oidc(op, { idToken: false }),
      [customFetch]: () => Promise.reject(new Error('the entry’s own fetch')),
      options: {
        [customFetch]: (...[input, init]: Parameters<typeof fetch>) => {
          called.push(new URL(input instanceof Request ? input.url : input).pathname)
          return fetch(input, init)
        },
      },
    }
    const silent = makeOAuthSetup({ fetch: () => Promise.reject(new Error('the runtime’s fetch')) })
    op.now = () => Math.floor(silent.runtime.now() / 1000)
    op.offersPush = true
    const attempt = await start(silent, entry)
    expect([...attempt.url.searchParams.keys()]).toEqual(['client_id', 'request_uri'])
    expect(called).toEqual(['/.well-known/openid-configuration', '/par'])
    await finish(silent, attempt, op.consent(attempt.url))
    expect(called.slice(2)).toEqual(['/token', '/jwks', '/me'])
  })
})
