import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthorizationChecks } from '../../src/protocols/oauth/authorization-response.ts'
import type { OAuthConfig } from '../../src/types/providers.ts'
import { startOp, type Op } from './op.ts'
import {
  finish,
  makeOAuthSetup,
  oauth,
  oidc,
  errorOf,
  resolve,
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

const tokenCalls = (): number => op.paths().filter((path) => path === '/token').length

/** The error of a sign-in whose authorization response was changed. */
const changed = async (change: (response: URLSearchParams) => void, config: OAuthConfig = oidc(op)) => {
  const error = await errorOf(signIn(setup, op, config, change))
  expect(tokenCalls()).toBe(0)
  return error
}

describe('state', () => {
  test.each<[string, (response: URLSearchParams) => void]>([
    ['missing', (response) => response.delete('state')],
    ['empty', (response) => response.set('state', '')],
    ['of another attempt', (response) => response.set('state', STATE.toUpperCase())],
    ['shortened', (response) => response.set('state', STATE.slice(0, -1))],
    ['lengthened', (response) => response.set('state', `${STATE}x`)],
    ['repeated', (response) => response.append('state', STATE)],
  ])('%s is refused before any request to the provider', async (_name, change) => {
    expect(await changed(change)).toMatchObject({ type: 'InvalidCheck', cause: { reason: 'state' } })
    expect(await changed(change, oauth(op))).toMatchObject({ type: 'InvalidCheck' })
  })

  test('that is wrong causes no request, not even for the discovery document', async () => {
    const { url, checks } = await start(setup, oidc(op))
    const response = op.consent(url)
    response.set('state', 'x')
    op.seen.length = 0
    expect((await errorOf(finish(setup, { provider: resolve(oidc(op)), url, checks }, response))).type).toBe(
      'InvalidCheck',
    )
    expect(op.seen).toEqual([])
  })

  test('is refused if it is empty in both the response and the attempt', async () => {
    const attempt = await start(setup, oidc(op))
    const response = op.consent(attempt.url)
    response.set('state', '')
    expect((await errorOf(finish(setup, attempt, response, { ...attempt.checks, state: '' }))).type).toBe(
      'InvalidCheck',
    )
  })
})

describe('an attempt without', () => {
  test.each<[string, (checks: AuthorizationChecks) => AuthorizationChecks]>([
    ['pkce', ({ codeVerifier: _lost, ...checks }) => checks],
    ['pkce', (checks) => ({ ...checks, codeVerifier: '' })],
    ['nonce', ({ nonce: _lost, ...checks }) => checks],
    ['nonce', (checks) => ({ ...checks, nonce: '' })],
  ])('its stored %s value fails, and does not skip the check', async (reason, lose) => {
    const attempt = await start(setup, oidc(op))
    const error = await errorOf(finish(setup, attempt, op.consent(attempt.url), lose(attempt.checks)))
    expect(error).toMatchObject({ type: 'InvalidCheck', cause: { reason } })
    expect(tokenCalls()).toBe(0)
  })

  test('its own verifier is refused by the provider', async () => {
    const attempt = await start(setup, oidc(op))
    const other = await start(setup, oidc(op))
    const checks = { ...attempt.checks, codeVerifier: other.checks.codeVerifier ?? '' }
    expect(await errorOf(finish(setup, attempt, op.consent(attempt.url), checks))).toMatchObject({
      type: 'OAuthCallbackError',
      cause: { endpoint: 'token', error: 'invalid_grant', status: 400 },
    })
  })
})

describe('iss', () => {
  test.each<[string, (response: URLSearchParams) => void]>([
    ['missing although the server announces it', (response) => response.delete('iss')],
    ['empty', (response) => response.set('iss', '')],
    ['of another server', (response) => response.set('iss', 'https://evil.example')],
    ['with a slash', (response) => response.set('iss', `${op.issuer}/`)],
    ['in another case', (response) => response.set('iss', op.issuer.toUpperCase())],
    ['encoded twice', (response) => response.set('iss', encodeURIComponent(op.issuer))],
    ['repeated', (response) => response.append('iss', op.issuer)],
  ])('%s is refused before the code is used', async (_name, change) => {
    expect(await changed(change)).toMatchObject({ type: 'InvalidCheck', cause: { reason: 'iss' } })
  })

  test('of another server is refused even if the server does not announce iss', async () => {
    const silent = (): void => {
      op.tamper.discovery = (document) => ({ ...document, authorization_response_iss_parameter_supported: false })
    }
    silent()
    expect((await changed((response) => response.set('iss', 'https://evil.example'))).type).toBe('InvalidCheck')
    expect((await changed((response) => response.set('iss', 'https://evil.example'), oauth(op))).type).toBe(
      'InvalidCheck',
    )
    expect((await signIn(setup, op, oidc(op), (response) => response.delete('iss'))).subject).toBe('ann')
  })

  test('is not checked if the issuer is not configured, which is logged once', async () => {
    const { issuer: _unknown, ...config } = oauth(op)
    const failure = await changed((response) => response.append('iss', 'https://evil.example'), config)
    expect(failure.type).toBe('InvalidCheck')
    for (const iss of [op.issuer, 'https://evil.example']) {
      expect((await signIn(setup, op, config, (response) => response.set('iss', iss))).subject).toBe('ann')
    }
    expect(setup.warnings).toEqual([
      `issuer-unknown provider "op" sends the issuer "${op.issuer}"; set the option issuer to have it checked`,
    ])
  })

  test('is checked for plain OAuth if the entry has an issuer', async () => {
    expect((await changed((response) => response.set('iss', 'https://evil.example'), oauth(op))).type).toBe(
      'InvalidCheck',
    )
    expect((await signIn(setup, op, oauth(op))).subject).toBe('ann')
    expect(setup.warnings).toEqual([])
  })

  test('must name the server that the attempt began with', async () => {
    const attempt = await start(setup, oidc(op))
    const checks = { ...attempt.checks, issuer: 'https://before.example' }
    expect(await errorOf(finish(setup, attempt, op.consent(attempt.url), checks))).toMatchObject({
      type: 'InvalidCheck',
      cause: { reason: 'issuer changed' },
    })
    expect(tokenCalls()).toBe(0)
  })
})

describe('an error response', () => {
  test.each([
    // RFC 6749 §4.1.2.1
    'invalid_request',
    'unauthorized_client',
    'access_denied',
    'unsupported_response_type',
    'invalid_scope',
    'server_error',
    'temporarily_unavailable',
    // OpenID Connect Core §3.1.2.6
    'interaction_required',
    'login_required',
    'account_selection_required',
    'consent_required',
    'invalid_request_uri',
    'invalid_request_object',
    'request_not_supported',
    'request_uri_not_supported',
    'registration_not_supported',
    'an_unknown_error',
    '<script>alert(1)</script>',
    '',
  ])('"%s" is logged and no code is used', async (error) => {
    const failure = await changed((response) => {
      response.set('error', error)
      response.set('error_description', `<img src=x onerror=alert(1)>${'x'.repeat(10_000)}`)
    })
    const reason = error === 'access_denied' ? 'denied' : 'refused'
    expect(failure).toMatchObject({ type: 'OAuthCallbackError', cause: { provider: 'op', reason, error } })
    expect(String(failure.cause['description']).length).toBeLessThanOrEqual(300)
  })

  test('without a state is not trusted', async () => {
    const failure = await changed((response) => {
      response.set('error', 'access_denied')
      response.delete('state')
    })
    expect(failure.type).toBe('InvalidCheck')
  })
})

describe('an authorization response', () => {
  test.each(['access_token', 'id_token', 'token', 'token_type', 'response'])('with %s is refused', async (name) => {
    expect(await changed((response) => response.set(name, 'x'))).toMatchObject({
      type: 'OAuthCallbackError',
      cause: { reason: 'front channel', parameter: name },
    })
  })

  test('with two codes is refused', async () => {
    expect((await changed((response) => response.append('code', 'x'))).cause).toMatchObject({
      reason: 'repeated parameter',
    })
  })

  test.each([
    ['no code', (response: URLSearchParams) => response.delete('code')],
    ['an empty code', (response: URLSearchParams) => response.set('code', '')],
    ['a huge code', (response: URLSearchParams) => response.set('code', 'x'.repeat(65_536))],
    ['control characters in the code', (response: URLSearchParams) => response.set('code', 'a\r\nb')],
    ['a code beyond ASCII', (response: URLSearchParams) => response.set('code', 'ä')],
  ])('with %s is refused before the token request', async (_name, change) => {
    expect((await changed(change)).cause).toMatchObject({ reason: 'no usable code' })
  })

  test('with a code that needs encoding sends it unchanged and once', async () => {
    const error = await errorOf(signIn(setup, op, oidc(op), (response) => response.set('code', 'a b&c=d+e%20')))
    expect(error.cause).toMatchObject({ error: 'invalid_grant' })
    expect(op.seen.find(({ path }) => path === '/token')?.body.getAll('code')).toEqual(['a b&c=d+e%20'])
    expect(tokenCalls()).toBe(1)
  })

  test('that is used twice is refused by the provider', async () => {
    const attempt = await start(setup, oidc(op))
    const response = op.consent(attempt.url)
    expect((await finish(setup, attempt, response)).subject).toBe('ann')
    expect((await errorOf(finish(setup, attempt, response))).cause).toMatchObject({ error: 'invalid_grant' })
  })

  test('leads to a token request with the redirect URI of the authorization request', async () => {
    const attempt = await start(setup, oidc(op))
    const response = op.consent(attempt.url)
    await finish(setup, attempt, response)
    const sent = op.seen.find(({ path }) => path === '/token')?.body.get('redirect_uri')
    expect(sent).toBe(attempt.url.searchParams.get('redirect_uri'))
  })
})
