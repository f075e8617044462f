import type { KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import {
  createAuth,
  relatedOrigins,
  RELATED_ORIGINS_PATH,
  type AuthConfig,
  type WebAuthnUserConfig,
} from '../../src/index.ts'
import { Passkey as passkeyProvider } from '../../src/providers/passkey.ts'
import { WebAuthn } from '../../src/providers/webauthn.ts'
import { location, setUpAuth, ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'
import { Passkey, signWith } from '@authwright/test-kit/webauthn/authenticator'
import {
  postResponse,
  fetchOptions,
  setUpPasskeys,
  lastReason,
  register,
  signIn,
} from '@authwright/test-kit/webauthn/passkey-setup'

/** The error of a config at its first use. */
const refusal = async (more: Partial<AuthConfig>): Promise<unknown> => {
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const config: AuthConfig = {
    secret: SECRET,
    trustHost: true,
    logger,
    adapter: memoryAdapter(),
    experimental: { enableWebAuthn: true },
    providers: [passkeyProvider()],
    ...more,
  }
  try {
    await createAuth(config).session(new Request(ORIGIN))
    return undefined
  } catch (error) {
    return [(error as { type?: unknown }).type, (error as Error).message]
  }
}

const withOptions = (options: WebAuthnUserConfig) => refusal({ providers: [passkeyProvider(options)] })

describe('a config with passkeys', () => {
  test('is accepted, with a warning that passkeys are experimental', async () => {
    expect(await refusal({})).toBeUndefined()
    const setup = setUpPasskeys()
    await setup.browser().session()
    expect(setup.log).toContain('experimental-webauthn')
  })

  test('must enable the experimental option', async () => {
    expect((await refusal({ experimental: {} })) as unknown[]).toContain('ExperimentalFeatureNotEnabled')
  })

  test('needs an adapter with the passkey methods', async () => {
    const { adapter: _none, ...bare } = { adapter: undefined }
    const config: AuthConfig = { ...bare, providers: [passkeyProvider()], secret: SECRET, trustHost: true }
    const context = setUpAuth({ ...config, experimental: { enableWebAuthn: true } })
    expect((await context.browser().get('/auth/session')).status).toBe(500)
    expect(context.errors.map((error) => (error as { type?: unknown }).type as string)).toEqual(['MissingAdapter'])
    const { getAuthenticator: _g, updateAuthenticatorCounter: _u, ...poor } = memoryAdapter()
    expect(await refusal({ adapter: poor })).toEqual([
      'MissingAdapterMethods',
      'The adapter lacks getAuthenticator (passkeys); updateAuthenticatorCounter (passkeys)',
    ])
  })

  test('needs an adapter that can use a challenge only once', async () => {
    const { incrementCounter: _c, useVerificationToken: _u, ...poor } = memoryAdapter()
    expect(await refusal({ adapter: poor })).toEqual([
      'MissingAdapterMethods',
      'The adapter lacks incrementCounter (passkeys, unless there are createVerificationToken and useVerificationToken)',
    ])
    const { incrementCounter: _d, ...published } = memoryAdapter()
    expect(await refusal({ adapter: published })).toBeUndefined()
  })

  test('allows conditional UI for one provider only', async () => {
    expect((await refusal({ providers: [passkeyProvider(), WebAuthn()] })) as unknown[]).toContain(
      'DuplicateConditionalUI',
    )
    expect(await refusal({ providers: [passkeyProvider(), WebAuthn({ enableConditionalUI: false })] })).toBeUndefined()
  })

  test.each([
    [true, 'username webauthn'],
    [false, 'username'],
  ])('marks the field of the sign-in page for autofill: %s', async (enableConditionalUI, autocomplete) => {
    const providers = [passkeyProvider({ enableConditionalUI })]
    const { auth } = setUpAuth({ adapter: memoryAdapter(), experimental: { enableWebAuthn: true }, providers })
    const { props } = await auth.signInPage({ url: `${ORIGIN}/login`, headers: new Headers() })
    expect(props.providers).toMatchObject([{ id: 'passkey', fields: [{ name: 'email', autocomplete }] }])
  })

  test('needs a form field with the webauthn token', async () => {
    const formFields = { email: { label: 'Email', autocomplete: 'username' } }
    expect((await withOptions({ formFields })) as unknown[]).toContain('MissingWebAuthnAutocomplete')
    expect(await withOptions({ formFields, enableConditionalUI: false })).toBeUndefined()
  })

  test.each([
    ['requests less user verification than it enforces', { authenticationOptions: { userVerification: 'preferred' } }],
    [
      'enforces less user verification than it requests',
      {
        verifyRegistrationOptions: { requireUserVerification: false },
        registrationOptions: { authenticatorSelection: { userVerification: 'required' } },
      },
    ],
    ['has a negative timeout', { authenticationOptions: { timeout: -1 } }],
    ['has no algorithms', { registrationOptions: { supportedAlgorithmIDs: [] } }],
    ['accepts an unknown attestation format', { attestationFormats: ['android-safetynet' as 'none'] }],
    ['accepts no attestation format', { attestationFormats: [] }],
  ] satisfies readonly (readonly [string, WebAuthnUserConfig])[])('is refused if it %s', async (_name, options) => {
    expect((await withOptions(options)) as unknown[]).toContain('InvalidConfig')
  })

  test('accepts a version of the browser script without effect', async () => {
    expect(await withOptions({ simpleWebAuthnBrowserVersion: 'v9.0.1' })).toBeUndefined()
    expect(await withOptions({ simpleWebAuthnBrowserVersion: false })).toBeUndefined()
  })
})

test('an attestation format that the config does not accept is refused', async () => {
  const statement = (signed: Buffer, key: KeyObject) =>
    new Map<string, number | Uint8Array>([
      ['alg', -7],
      ['sig', new Uint8Array(signWith(key, signed))],
    ])
  const setup = setUpPasskeys({ passkey: { attestationFormats: ['none'] } })
  await register(setup.browser(), new Passkey(), 'ada@example.org', { fmt: 'packed', statement })
  expect(lastReason(setup)).toBe('attestation')
  expect(location(await register(setup.browser(), new Passkey(), 'ada@example.org'))).toBe(`${ORIGIN}/`)
})

describe('the relying party', () => {
  const entered = async (relayingParty: NonNullable<WebAuthnUserConfig['relayingParty']>, origin: string) => {
    const setup = setUpPasskeys({ passkey: { relayingParty } })
    return location(await register(setup.browser(), new Passkey({ origin }), 'ada@example.org'))
  }

  test('compares origins of the config exactly', async () => {
    const origin = ['https://app.example.com', 'https://example.de']
    expect(await entered({ id: 'example.com', origin }, 'https://example.de')).toBe(`${ORIGIN}/`)
    expect(await entered({ id: 'example.com', origin }, ORIGIN)).toBe(`${ORIGIN}/`)
    expect(await entered({ id: 'example.com', origin }, 'https://a.example.com')).toContain('error=')
    expect(await entered({ origin: 'android:apk-key-hash:abc' }, 'android:apk-key-hash:abc')).toBe(`${ORIGIN}/`)
    expect(await entered({ origin: 'android:apk-key-hash:abc' }, ORIGIN)).toContain('error=')
  })

  test.each([
    ['an ID with a port', { id: 'example.com:443' }],
    ['an ID that is a URL', { id: 'https://example.com' }],
    ['an ID in upper case', { id: 'Example.com' }],
    ['an origin with a path', { origin: 'https://example.com/' }],
    ['an origin in upper case', { origin: 'https://EXAMPLE.com' }],
  ])('is refused with %s, which no browser reports', async (_name, relayingParty) => {
    const setup = setUpPasskeys({ passkey: { relayingParty } })
    expect((await fetchOptions(setup.browser())).error).toBe('Configuration')
    expect(setup.errors.map((error) => (error as { type?: unknown }).type as string)).toEqual(['InvalidConfig'])
  })

  test('can be computed for each request', async () => {
    const seen: unknown[] = []
    const getRelayingParty: WebAuthnUserConfig['getRelayingParty'] = (context, { query, headers }) => {
      seen.push([context.origin, query['tenant'], headers.has('cookie')])
      return { id: 'example.com', name: 'Tenant' }
    }
    const setup = setUpPasskeys({ passkey: { getRelayingParty } })
    const { options } = await fetchOptions(setup.browser(), {
      action: 'register',
      email: 'a@example.org',
      tenant: 't1',
    })
    expect(options.rp).toEqual({ id: 'example.com', name: 'Tenant' })
    expect(seen).toEqual([[ORIGIN, 't1', true]])
  })

  test('can allow a top-level page of another origin', async () => {
    const top = 'https://shop.example'
    const open = { expectedTopOrigin: [top] }
    const setup = setUpPasskeys({ passkey: { verifyAuthenticationOptions: open, verifyRegistrationOptions: open } })
    const passkey = new Passkey()
    const framed = (topOrigin: string) => ({ client: { crossOrigin: true, topOrigin } })
    expect(
      location(await register(setup.browser(), passkey, 'ada@example.org', framed('https://evil.example'))),
    ).toContain('error=')
    expect(location(await register(setup.browser(), passkey, 'ada@example.org', framed(top)))).toBe(`${ORIGIN}/`)
    expect(location(await signIn(setup.browser(), passkey, framed('https://evil.example')))).toContain('error=')
    expect(location(await signIn(setup.browser(), passkey, framed(top)))).toBe(`${ORIGIN}/`)
  })
})

describe('getUserInfo', () => {
  test('selects the ceremony, and needs no e-mail address', async () => {
    const getUserInfo: WebAuthnUserConfig['getUserInfo'] = (_context, { query }) =>
      query['name'] === undefined
        ? null
        : { user: { id: 'foreign', name: query['name'] }, exists: query['name'] === 'known' }
    const setup = setUpPasskeys({ passkey: { getUserInfo } })
    expect((await fetchOptions(setup.browser())).action).toBe('authenticate')
    expect((await fetchOptions(setup.browser(), { name: 'known' })).action).toBe('authenticate')
    expect((await fetchOptions(setup.browser(), { name: 'known', action: 'register' })).status).toBe(400)
    const visitor = setup.browser()
    const { action, options } = await fetchOptions(visitor, { name: 'Ada' })
    expect(action).toBe('register')
    expect(location(await postResponse(visitor, 'register', new Passkey().register(options)))).toBe(`${ORIGIN}/`)
    const [user] = setup.adapter.state().users.values()
    expect(user).toMatchObject({ name: 'Ada', emailVerified: null })
    expect(user?.id).not.toBe('foreign')
  })
})

test('the related origins file has only https origins', async () => {
  expect(RELATED_ORIGINS_PATH).toBe('/.well-known/webauthn')
  const response = relatedOrigins(['https://example.com', 'https://example.de'])
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual({ origins: ['https://example.com', 'https://example.de'] })
  for (const wrong of ['http://example.com', 'https://example.com/', 'example.com', 'https://EXAMPLE.com']) {
    expect(() => relatedOrigins([wrong])).toThrow('https origin')
  }
})
