import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOp, type Op, type Reply } from './op.ts'
import { makeOAuthSetup, oauth, oidc, errorOf, signIn, type OAuthSetup } from './oauth-setup.ts'

let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const reply = (path: string, response: Reply): void => {
  op.tamper.reply = (requestPath) => (requestPath === path ? response : undefined)
}
const json = (body: string, status = 200): Reply => ({ status, headers: { 'content-type': 'application/json' }, body })

const without = (name: string) => (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

describe('a token response', () => {
  test.each<[string, Record<string, unknown>]>([
    ['an empty access token', { access_token: '' }],
    ['a number for an access token', { access_token: 7 }],
    ['a list for an access token', { access_token: ['a'] }],
    ['no access token', { access_token: null }],
    ['no token type', { token_type: null }],
    ['an unknown token type', { token_type: 'mac' }],
    ['a negative expires_in', { expires_in: -1 }],
    ['an expires_in beyond all time', { expires_in: 1e308 }],
    ['an expires_in of NaN', { expires_in: 'NaN' }],
    ['words as expires_in', { expires_in: 'soon' }],
    ['a hexadecimal expires_in', { expires_in: '0x10' }],
    ['an empty expires_in', { expires_in: '' }],
    ['an object as expires_in', { expires_in: {} }],
    ['an empty ID token', { id_token: '' }],
    ['a number for an ID token', { id_token: 7 }],
    ['no ID token', { id_token: null }],
    ['a number for a refresh token', { refresh_token: 7 }],
    ['an empty refresh token', { refresh_token: '' }],
    ['a list for a scope', { scope: ['openid'] }],
  ])('with %s fails the sign-in', async (_name, change) => {
    op.tamper.tokens = (body) => ({ ...body, ...change })
    expect(await errorOf(signIn(setup, op, oidc(op)))).toMatchObject({
      type: 'OAuthCallbackError',
      cause: { provider: 'op', endpoint: 'token' },
    })
  })

  test.each(['[]', 'null', '"text"', '7', '', '{', '{}'])('that is %s fails the sign-in', async (body) => {
    reply('/token', json(body))
    expect((await errorOf(signIn(setup, op, oidc(op)))).type).toBe('OAuthCallbackError')
  })

  test.each([
    [3600, 3600],
    ['3600', 3600],
    [0, 0],
    ['12.7', 12],
    [59.9, 59],
  ])('with expires_in %j expires after %d seconds', async (written, seconds) => {
    op.tamper.tokens = (body) => ({ ...body, expires_in: written, expires_at: 1 })
    const { tokens } = await signIn(setup, op, oidc(op))
    expect(tokens.expires_at).toBe(op.now() + seconds)
  })

  test('without expires_in has no expires_at', async () => {
    for (const change of [without('expires_in'), (body: Record<string, unknown>) => ({ ...body, expires_in: null })]) {
      op.tamper.tokens = change
      expect(Object.keys((await signIn(setup, op, oidc(op))).tokens)).not.toContain('expires_at')
    }
  })

  test('supports dates after 2038', async () => {
    setup.clock.at = Date.parse('2040-06-01T00:00:00Z')
    expect((await signIn(setup, op, oidc(op))).tokens.expires_at).toBe(op.now() + 3600)
  })

  test('keeps other members, lowers the token type, and drops __proto__', async () => {
    reply(
      '/token',
      json('{"access_token":"the-access-token","token_type":"BEARER","custom":{"a":1},"__proto__":{"admin":true}}'),
    )
    const { tokens } = await signIn(setup, op, oauth(op))
    expect(tokens).toEqual({ access_token: 'the-access-token', token_type: 'bearer', custom: { a: 1 } })
    expect(Object.hasOwn(tokens, '__proto__')).toBe(false)
  })

  test('of plain OAuth may have an ID token, which is not used', async () => {
    op.tamper.idToken = () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ.'
    const identity = await signIn(setup, op, oauth(op))
    expect(identity.subject).toBe('ann')
    expect(identity.profile.name).toBe('Ann of the userinfo')
  })

  test('with another scope than requested keeps the granted scope', async () => {
    op.tamper.tokens = (body) => ({ ...body, scope: 'openid' })
    expect((await signIn(setup, op, oidc(op))).tokens.scope).toBe('openid')
  })
})

describe('a token endpoint that responds with', () => {
  test.each<[string, Reply, string, Record<string, unknown>]>([
    [
      '400 invalid_grant',
      json('{"error":"invalid_grant"}', 400),
      'OAuthCallbackError',
      { status: 400, error: 'invalid_grant' },
    ],
    [
      '401 with a challenge',
      {
        ...json('{"error":"invalid_client"}', 401),
        headers: { 'content-type': 'application/json', 'www-authenticate': 'Basic' },
      },
      'OAuthCallbackError',
      { status: 401, error: 'invalid_client' },
    ],
    [
      '200 and an error',
      json('{"error":"bad_verification_code"}'),
      'OAuthCallbackError',
      { error: 'bad_verification_code' },
    ],
    [
      '400 and HTML',
      { status: 400, headers: { 'content-type': 'text/html' }, body: '<p>code-1' },
      'OAuthCallbackError',
      { status: 400 },
    ],
    [
      '200 and a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'access_token=a&token_type=bearer' },
      'OAuthCallbackError',
      { reason: 'not JSON' },
    ],
    ['500', { status: 500 }, 'CallbackRouteError', { status: 500 }],
    ['503', { status: 503, headers: { 'retry-after': '1' } }, 'CallbackRouteError', { status: 503 }],
    ['429', json('{"error":"slow_down"}', 429), 'CallbackRouteError', { status: 429, error: 'slow_down' }],
    ['204', { status: 204 }, 'OAuthCallbackError', { status: 204 }],
    ['206', json('{"access_token":"a","token_type":"bearer"}', 206), 'OAuthCallbackError', { status: 206 }],
    ['304', { status: 304 }, 'CallbackRouteError', { reason: 'redirect' }],
  ])('%s gets one request', async (_name, response, type, cause) => {
    reply('/token', response)
    expect(await errorOf(signIn(setup, op, oidc(op)))).toMatchObject({ type, cause: { endpoint: 'token', ...cause } })
    expect(op.paths().filter((path) => path === '/token')).toHaveLength(1)
  })

  test('a long error is logged in short', async () => {
    reply('/token', json(JSON.stringify({ error: 'e'.repeat(9000), error_description: 'd'.repeat(9000) }), 400))
    const { cause } = await errorOf(signIn(setup, op, oidc(op)))
    expect(String(cause['error']).length + String(cause['description']).length).toBeLessThanOrEqual(600)
  })
})

describe('hooks of the token endpoint', () => {
  test('can fix a response that does not follow the standard', async () => {
    reply('/token', { headers: { 'content-type': 'text/plain' }, body: 'access_token=the-access-token' })
    const conform = async (response: Response): Promise<Response> => {
      const text = new URLSearchParams(await response.text())
      return Response.json({ access_token: text.get('access_token'), token_type: 'bearer' })
    }
    const config = oauth(op, { token: { url: `${op.issuer}/token`, conform } })
    expect((await signIn(setup, op, config)).tokens.access_token).toBe('the-access-token')
  })

  test.each([undefined, null])('may leave a response as it is by returning %s', async (nothing) => {
    // A hook in JavaScript may return `null` too.
    const conform = () => nothing as undefined
    const config = oauth(op, { token: { url: `${op.issuer}/token`, conform } })
    expect((await signIn(setup, op, config)).subject).toBe('ann')
  })

  test('can send the token request themselves with the guarded fetch', async () => {
    const config = oauth(op, {
      token: {
        request: async ({ params, response: authorizationResponse, checks, provider, fetch }) => {
          expect(authorizationResponse.get('code')).toBe(params.get('code'))
          expect(authorizationResponse.get('state')).toBe(checks.state)
          expect(Object.fromEntries(params)).toMatchObject({
            grant_type: 'authorization_code',
            code_verifier: checks.code_verifier,
          })
          expect(provider).toMatchObject({ id: 'op', clientId: 'client-1' })
          await expect(fetch('http://op.example/token')).rejects.toMatchObject({
            cause: { reason: 'insecure address' },
          })
          const response = await fetch(`${op.issuer}/token`, { method: 'POST', body: params })
          const { access_token, token_type } = (await response.json()) as Record<string, string>
          return { tokens: { access_token, token_type } as Record<string, string> }
        },
      },
    })
    expect((await signIn(setup, op, config)).tokens.access_token).toBe('the-access-token')
  })

  test('that throw or return nothing fail the sign-in', async () => {
    const none = oauth(op, { token: { request: async () => ({ tokens: {} }) } })
    expect((await errorOf(signIn(setup, op, none))).type).toBe('OAuthCallbackError')
    const thrown = oauth(op, { token: { request: () => Promise.reject(new Error('no luck')) } })
    expect(await errorOf(signIn(setup, op, thrown))).toMatchObject({
      type: 'CallbackRouteError',
      cause: { provider: 'op' },
    })
  })
})

describe('a userinfo response', () => {
  test.each<[string, Reply, string]>([
    ['401', json('{"error":"invalid_token"}', 401), 'OAuthCallbackError'],
    ['403', { status: 403 }, 'OAuthCallbackError'],
    ['500 with a profile', json('{"sub":"ann"}', 500), 'CallbackRouteError'],
    ['HTML', { headers: { 'content-type': 'text/html' }, body: '<p>' }, 'OAuthCallbackError'],
    ['an unsigned JWT', { headers: { 'content-type': 'application/jwt' }, body: 'e30.e30.' }, 'OAuthCallbackError'],
    ['a list', json('[]'), 'OAuthCallbackError'],
    ['nothing', { status: 204 }, 'OAuthCallbackError'],
  ])('of %s fails the sign-in', async (_name, response, type) => {
    reply('/me', response)
    for (const config of [oauth(op), oidc(op, { idToken: false })]) {
      expect(await errorOf(signIn(setup, op, config))).toMatchObject({ type, cause: { endpoint: 'userinfo' } })
    }
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['a number', 7],
    ['a list', ['ann']],
    ['in another case', 'Ann'],
  ])('whose sub is %s is refused if the ID token has another sub', async (_name, sub) => {
    op.tamper.userinfo = (body) => ({ ...body, sub })
    expect((await errorOf(signIn(setup, op, oidc(op, { idToken: false })))).cause).toMatchObject({
      reason: 'another subject',
    })
  })

  test('can be requested and fixed by hooks of the entry', async () => {
    const own = oauth(op, {
      userinfo: {
        url: `${op.issuer}/me`,
        request: async ({ tokens, provider, fetch }) => {
          const { userinfo } = provider as { userinfo: { url: URL } }
          expect(provider).toMatchObject({ token: { url: new URL(`${op.issuer}/token`) } })
          await expect(fetch('http://op.example/me')).rejects.toMatchObject({ cause: { reason: 'insecure address' } })
          const response = await fetch(userinfo.url, { headers: { 'x-token': tokens.access_token ?? '' } })
          return response.json()
        },
      },
    })
    expect((await signIn(setup, op, own)).subject).toBe('ann')
    reply('/me', { headers: { 'content-type': 'text/javascript' }, body: '{"id":5,"name":"Five"}' })
    const mended = oauth(op, {
      userinfo: { url: `${op.issuer}/me`, conform: async (response) => Response.json(await response.json()) },
    })
    expect((await signIn(setup, op, mended)).subject).toBe('5')
  })

  test('that a hook does not return fails the sign-in', async () => {
    const config = oauth(op, { userinfo: { request: () => undefined } })
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ endpoint: 'userinfo' })
  })
})
