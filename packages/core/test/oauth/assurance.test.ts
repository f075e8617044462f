import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OIDCConfig } from '../../src/types/providers.ts'
import { fullLocation, location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'
import { startOp, type Op } from './op.ts'
import { makeOAuthSetup, oauth, oidc, errorOf, resolve, signIn, start, type OAuthSetup } from './oauth-setup.ts'

let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const LEVELS = ['urn:low', 'urn:high']
const withClaims = (more: Record<string, unknown>): void => {
  op.tamper.claims = (claims) => ({ ...claims, ...more })
}

describe('requiredAcr', () => {
  const config = (more: Partial<OIDCConfig> = {}) => oidc(op, { requiredAcr: LEVELS, ...more })
  const acrValues = async (parameters: Record<string, string> = {}, more: Partial<OIDCConfig> = {}) =>
    (await start(setup, config(more), parameters)).url.searchParams.get('acr_values')

  test.each(LEVELS)('accepts an ID token with acr %s', async (acr) => {
    withClaims({ acr })
    expect((await signIn(setup, op, config())).subject).toBe('ann')
  })

  test.each([
    undefined,
    null,
    '',
    '0',
    'urn:lo',
    'urn:low ',
    'URN:LOW',
    'urn:low urn:high',
    ['urn:low'],
    0,
    { 0: 'urn:low' },
  ])('refuses an ID token with acr %j', async (acr) => {
    withClaims({ acr })
    expect(await errorOf(signIn(setup, op, config()))).toMatchObject({
      type: 'OAuthCallbackError',
      cause: { endpoint: 'id token', claim: 'acr' },
    })
    expect(await errorOf(signIn(setup, op, config({ idToken: false })))).toMatchObject({ cause: { claim: 'acr' } })
    expect(op.paths()).not.toContain('/me')
  })

  test('is sent as acr_values, unless the entry sets acr_values itself', async () => {
    expect(await acrValues()).toBe('urn:low urn:high')
    expect(await acrValues({}, { authorization: { params: { acr_values: 'urn:high urn:low' } } })).toBe(
      'urn:high urn:low',
    )
    expect((await start(setup, oidc(op))).url.searchParams.has('acr_values')).toBe(false)
  })

  test('can be narrowed by a sign-in request, but not widened', async () => {
    expect(await acrValues({ acr_values: 'urn:high' })).toBe('urn:high')
    expect(await acrValues({ acr_values: 'urn:none urn:high' })).toBe('urn:high')
    for (const accountRequest of ['urn:none', '', ' ', 'urn:HIGH'])
      expect(await acrValues({ acr_values: accountRequest })).toBe('urn:low urn:high')
    expect(await acrValues({ acr_values: 'urn:none' }, { requiredAcr: ['urn:high'] })).toBe('urn:high')
  })

  test('applies to the attempt whose sign-in request narrowed it', async () => {
    const context = setUpAuth({ providers: [config()] })
    op.now = () => Math.floor(context.clock.now() / 1000)
    const end = async (query: string, acr: string): Promise<string> => {
      withClaims({ acr })
      const visitor = context.browser()
      const url = new URL(fullLocation(await visitor.post(`/auth/signin/op${query}`, { callbackUrl: '/members' })))
      return location(await visitor.get(`/auth/callback/op?${op.consent(url)}`))
    }
    expect(await end('', 'urn:low')).toBe(`${ORIGIN}/members`)
    expect(await end('?acr_values=urn:high', 'urn:high')).toBe(`${ORIGIN}/members`)
    expect(await end('?acr_values=urn:high', 'urn:low')).toBe(`${ORIGIN}/auth/signin?error=OAuthCallbackError`)
    expect(await end('?acr_values=urn:none', 'urn:none')).toBe(`${ORIGIN}/auth/signin?error=OAuthCallbackError`)
  })

  test('accepts any acr if it is not set', async () => {
    withClaims({ acr: '0', amr: 'pwd' })
    expect((await signIn(setup, op, oidc(op))).profile).toMatchObject({ acr: '0' })
  })
})

describe('requiredAmr', () => {
  const config = () => oidc(op, { requiredAmr: ['mfa', 'hwk'] })

  test.each([[['mfa', 'hwk']], [['pwd', 'hwk', 'mfa']]])('accepts an ID token with amr %j', async (amr) => {
    withClaims({ amr })
    expect((await signIn(setup, op, config())).subject).toBe('ann')
  })

  test.each([undefined, null, 'mfa hwk', ['mfa'], ['MFA', 'hwk'], [['mfa', 'hwk']], [], { mfa: true, hwk: true }])(
    'refuses an ID token with amr %j',
    async (amr) => {
      withClaims({ amr })
      expect(await errorOf(signIn(setup, op, config()))).toMatchObject({
        type: 'OAuthCallbackError',
        cause: { endpoint: 'id token', claim: 'amr' },
      })
    },
  )
})

describe('requiredAcr and requiredAmr', () => {
  test.each([[[]], ['urn:low'], [['a b']], [['urn:low', 'a b']], [['']], [[7]], [null], [{}], [true]])(
    'refuse the value %j',
    (value) => {
      for (const option of ['requiredAcr', 'requiredAmr']) {
        expect(() => resolve({ ...oidc(op), [option]: value })).toThrow(option)
      }
    },
  )

  test('are refused for plain OAuth, which has no ID token, and so are max_age and trustedAudiences', () => {
    expect(() => resolve({ ...oauth(op), requiredAcr: ['urn:low'] } as never)).toThrow('OpenID Connect')
    expect(() => resolve({ ...oauth(op), client: { default_max_age: 60 } })).toThrow('OpenID Connect')
    expect(() => resolve({ ...oauth(op), requiredAmr: ['mfa'] } as never)).toThrow('OpenID Connect')
    expect(() => resolve({ ...oauth(op), trustedAudiences: 'any' } as never)).toThrow('OpenID Connect')
  })

  test('can be set in the options of an entry', async () => {
    withClaims({ acr: 'urn:none' })
    const entry = { ...oidc(op), options: { requiredAcr: LEVELS } }
    expect((await errorOf(signIn(setup, op, entry))).cause).toMatchObject({ claim: 'acr' })
  })
})
